import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HttpClient } from '@postloom/chassis';
import { AnsweringServer } from '../testing/answering-server.ts';
import { deliveryOf } from '../testing/delivery.ts';
import { FacebookAdapter } from './facebook.adapter.ts';

describe('a look at a Page’s feed', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  const http = new HttpClient({ allowPrivate: true });
  const server = new AnsweringServer({});
  let facebook: FacebookAdapter;
  beforeAll(async () => {
    const origin = await server.start();
    facebook = new FacebookAdapter(
      http,
      {
        ...{ clientId: 'client', clientSecret: 'secret', authorizeUrl: origin, apiUrl: origin, version: 'v25.0' },
        timing: { callTimeoutMs: 1_000, quarantineMs: 1_000, pace: null },
      },
      () => now,
      () => 'boundary',
    );
  });
  afterAll(async () => {
    http.close();
    await server.stop();
  });
  const delivery = deliveryOf();
  const post = (id: string, message: string) => ({ id, message, created_time: '2026-11-21T10:00:00+0000' });

  it('goes on from page to page', async () => {
    server.answers['/v25.0/7/feed'] = (query) =>
      query.get('after') === 'A'
        ? { data: [post('7_2', 'Warm rolls')], paging: { cursors: { after: 'B' } } }
        : { data: [post('7_1', 'Cold rolls')], paging: { cursors: { after: 'A' }, next: 'https://…' } };
    expect(await facebook.verify(delivery, {}, now)).toMatchObject({
      kind: 'seen',
      sightings: [{ remoteId: '7_2' }],
    });
  });

  it('that can’t read on although there is more proves nothing, unless the post was on a page before', async () => {
    const paging = { next: 'https://…' };
    server.answers['/v25.0/7/feed'] = { data: [post('7_1', 'Cold rolls')], paging };
    expect(await facebook.verify(delivery, {}, now)).toEqual({ kind: 'unclear', code: 'feed_not_read_to_its_end' });
    server.answers['/v25.0/7/feed'] = { data: [post('7_2', 'Warm rolls')], paging };
    expect(await facebook.verify(delivery, {}, now)).toMatchObject({ kind: 'seen', sightings: [{ remoteId: '7_2' }] });
  });

  it('a post that is taken brings its address: it is not asked for', async () => {
    server.answers['/v25.0/7/feed'] = { id: '7_3', permalink_url: 'https://www.facebook.com/p/7_3' };
    const calls = server.asked.length;
    const send = facebook.send(delivery, { order: [] }, () => undefined);
    expect(await send).toEqual({ kind: 'published', remoteId: '7_3', permalink: 'https://www.facebook.com/p/7_3' });
    expect(server.asked).toHaveLength(calls + 1);
  });
});
