import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HttpClient } from '@postloom/chassis';
import { threadCost } from '@postloom/testing';
import { AnsweringServer } from '../testing/answering-server.ts';
import { deliveryOf } from '../testing/delivery.ts';
import { originalText, withoutSchemes } from './x-text.ts';
import { XAdapter } from './x.adapter.ts';

describe('what a person wrote, of what X gives back', () => {
  const link = (full: string, more: object = {}) => ({
    ...{ url: 'https://t.co/a', expanded_url: full, display_url: full.replace(/^https?:\/\//, '') },
    ...more,
  });
  const written = (text: string, ...urls: object[]): string => originalText({ text, entities: { urls } });

  it.each(['https://www.tiktok.com/@shop/video/7512345678901234567', 'https://gallery.example/photo/12'])(
    'their own link stays: %s',
    (full) => {
      expect(written('Look: https://t.co/a', link(full))).toBe(withoutSchemes(`Look: ${full}`));
    },
  );

  it.each([{ media_key: '3_1' }, { display_url: 'pic.x.com/a' }, { display_url: 'pic.twitter.com/a' }])(
    'the picture’s own link goes: %j',
    (more) => {
      const picture = link('https://x.com/shop/status/1/photo/1', more);
      expect(written('Warm rolls &amp; jam https://t.co/a', picture)).toBe('Warm rolls & jam');
    },
  );
});

it('restores the links of a post with more of them than any has room for, without searching for each', () => {
  const urls = Array.from({ length: 20_000 }, (_, index) => ({
    ...{ url: `https://t.co/${index}`, expanded_url: 'https://shop.example', display_url: 'shop.example' },
  }));
  expect(threadCost(() => originalText({ text: 'x'.repeat(100_000), entities: { urls } }))).toBeLessThan(100);
});

describe('a look at X', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  const http = new HttpClient({ allowPrivate: true });
  const server = new AnsweringServer({});
  let x: XAdapter;
  beforeAll(async () => {
    const origin = await server.start();
    x = new XAdapter(
      http,
      {
        ...{ clientId: 'client', clientSecret: 'secret', authorizeUrl: origin, apiUrl: origin, webUrl: origin },
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

  it('that shows half of the posts proves nothing', async () => {
    const meta = { result_count: 0 };
    server.answers['/2/users/7/tweets'] = { meta };
    expect(await x.verify(delivery, {}, now)).toEqual({ kind: 'seen', sightings: [] });
    server.answers['/2/users/7/tweets'] = { meta, errors: [{ title: 'Not Found Error' }] };
    expect(await x.verify(delivery, {}, now)).toEqual({ kind: 'unclear', code: 'timeline_unreadable' });
  });
});
