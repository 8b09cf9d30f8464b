import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HttpClient } from '@postloom/chassis';
import { AnsweringServer } from '../testing/answering-server.ts';
import { deliveryOf } from '../testing/delivery.ts';
import { FacebookAdapter } from './facebook.adapter.ts';

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

describe('a look at a Page’s feed', () => {
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

describe('the figures of a Page', () => {
  const account = { remoteId: '7', username: 'rye', tokens: deliveryOf().tokens, budget: () => undefined };
  const ofPage = '/v25.0/7/insights';
  const refusal = (error: object) => ({ status: 400, body: JSON.stringify({ error: { message: 'no', ...error } }) });
  beforeAll(() => {
    server.answers['/v25.0/7'] = { followers_count: 840 };
  });
  beforeEach(() => {
    delete server.refusals[ofPage];
    server.asked.length = 0;
  });

  it('are those of days that are over, by the day in which each began; a metric that is missing is not told', async () => {
    const values = [
      { value: 70, end_time: '2026-11-18T08:00:00+0000' },
      { value: 80, end_time: '2026-11-20T08:00:00+0000' },
      { value: 90, end_time: '2026-11-21T08:00:00+0000' },
      { value: 5, end_time: '2026-11-22T08:00:00+0000' },
      { value: 6, end_time: 'soon' },
    ];
    server.answers[ofPage] = (query) => {
      expect(Object.fromEntries(query)).toEqual({
        ...{ metric: 'page_media_view,page_total_media_view_unique,page_post_engagements', period: 'day' },
        ...{ since: String(Date.parse('2026-11-18') / 1_000), until: String(now.getTime() / 1_000) },
      });
      return {
        data: [
          { name: 'page_media_view', values },
          { name: 'page_post_engagements', values: values.slice(2, 3) },
        ],
      };
    };
    const untold = { reach: null, interactions: null };
    expect(await facebook.insights.account(account)).toEqual({
      ...{ followers: 840, problem: null },
      days: [
        { day: '2026-11-17', views: 70, ...untold },
        { day: '2026-11-19', views: 80, ...untold },
        { day: '2026-11-20', views: 90, reach: null, interactions: 90 },
      ],
    });
    expect(server.asked).toHaveLength(facebook.insights.accountCalls);
  });

  it.each([
    ['of a Page that is too small', { code: 100 }],
    ['when there is no metric', { code: 3001, error_subcode: 1504028 }],
  ])('are not told %s, and its followers are', async (_, error) => {
    server.refusals[ofPage] = refusal(error);
    expect(await facebook.insights.account(account)).toEqual({ followers: 840, days: [], problem: null });
  });

  it.each([
    [{ code: 80_001 }, 'wait'],
    [{ code: 2 }, 'transient'],
    [{ code: 190, error_subcode: 460 }, 'reconnect'],
  ])('that are refused with %j say so beside the followers', async (error, kind) => {
    server.refusals[ofPage] = refusal(error);
    expect(await facebook.insights.account(account)).toMatchObject({ followers: 840, days: [], problem: { kind } });
  });
});
