import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HttpClient } from '@postloom/chassis';
import { AnsweringServer } from '../testing/answering-server.ts';
import { deliveryOf } from '../testing/delivery.ts';
import { PlatformError } from '../platform.port.ts';
import type { Delivery, VerifyContext, SavedSteps } from '../platform.port.ts';
import { TikTokAdapter } from './tiktok.adapter.ts';

/** Nothing listens there: a call that is made anyway fails as `no_answer`, not because of the picture. */
const nowhere = 'http://127.0.0.1:1';
const now = (): Date => new Date('2026-11-21T10:00:00Z');
const gone = { kind: 'refused', code: 'photo_missing', message: 'The picture of this post was deleted.' } as const;

describe('a TikTok post whose picture is gone', () => {
  const http = new HttpClient({ allowPrivate: true });
  afterAll(() => http.close());
  const tiktok = new TikTokAdapter(
    http,
    {
      ...{ clientId: 'client', clientSecret: 'secret', authorizeUrl: nowhere, apiUrl: nowhere, webUrl: nowhere },
      ...{ privacyLevel: null, timing: { callTimeoutMs: 1_000, quarantineMs: 1_000, pace: null } },
    },
    now,
  );
  const delivery = deliveryOf({ photoCount: 1, photos: () => Promise.reject(new PlatformError(gone)) });

  it.each([
    ['nothing is known of the creator', {}],
    [
      'the creator was just asked',
      { creator: { privacy: 'PUBLIC_TO_EVERYONE', isCommentOff: false, at: now().toISOString() } },
    ],
  ])('ends in preparing, with that reason and without a call (%s)', async (_, steps) => {
    const saved: unknown[] = [];
    const refused = await tiktok
      .prepare(delivery, steps, (next) => Promise.resolve(void saved.push(next)))
      .then(
        (answer) => answer,
        (error: unknown) => (error instanceof PlatformError ? error.problem : error),
      );
    expect(refused).toEqual(gone);
    expect(saved).toEqual([]);
  });
});

describe('a TikTok post on its way', () => {
  const http = new HttpClient({ allowPrivate: true });
  const ok = (data: object) => ({ data, error: { code: 'ok', message: '' } });
  const server = new AnsweringServer({
    '/v2/post/publish/creator_info/query/': ok({
      privacy_level_options: ['PUBLIC_TO_EVERYONE'],
      comment_disabled: false,
    }),
    '/v2/post/publish/content/init/': ok({ publish_id: 'p1' }),
    '/v2/post/publish/status/fetch/': ok({ status: 'PUBLISH_COMPLETE', publicaly_available_post_id: [7] }),
  });
  const { asked } = server;
  let minutes = 0;
  const clock = (): Date => new Date(now().getTime() + minutes * 60_000);
  let tiktok: TikTokAdapter;
  const saved: SavedSteps[] = [];
  const save = (next: SavedSteps): Promise<void> => Promise.resolve(void saved.push(next));
  const post = (photos: Delivery['photos']): Delivery => deliveryOf({ photoCount: 1, photos });
  const photo = {
    ...{ photoId: 'photo', width: 640, height: 640, bytes: 1, mimeType: 'image/jpeg', altText: null },
    publicUrl: 'https://postloom.test/pull/1.jpg',
    load: () => Promise.reject(new Error('TikTok pulls')),
  };
  /** Media no longer answers. */
  const stuck = post(() => new Promise(() => undefined));

  beforeAll(async () => {
    const origin = await server.start();
    tiktok = new TikTokAdapter(
      http,
      {
        ...{ clientId: 'client', clientSecret: 'secret', authorizeUrl: origin, apiUrl: origin, webUrl: origin },
        ...{ privacyLevel: null, timing: { callTimeoutMs: 1_000, quarantineMs: 1_000, pace: null } },
      },
      clock,
    );
  });
  afterAll(async () => {
    http.close();
    await server.stop();
  });

  it('is sent with the addresses that were prepared: media is not asked between the intent and the call', async () => {
    expect(
      await tiktok.prepare(
        post(() => Promise.resolve([photo])),
        {},
        save,
      ),
    ).toEqual({ kind: 'ready' });
    const steps = saved.at(-1) ?? {};
    expect(await tiktok.send(stuck, steps, () => undefined, save)).toEqual({ kind: 'accepted', code: 'processing' });
    const call = asked.find(({ path }) => path.endsWith('/init/'));
    expect(call?.body['source_info']).toMatchObject({ photo_images: [photo.publicUrl] });
    expect(saved.at(-1)).toMatchObject({ publishId: 'p1' });
  }, 3_000);

  it('is prepared anew when its addresses are about to end, and gets new ones while the creator’s answer still holds', async () => {
    const steps = saved[0] ?? {};
    const creator = { ...(steps['creator'] as object), at: new Date(now().getTime() + 40 * 60_000).toISOString() };
    minutes = 45;
    const calls = asked.length;
    const old = await tiktok.send(stuck, { ...steps, creator }, () => undefined, save);
    expect(old).toEqual({ kind: 'not_sent', code: 'nothing_prepared' });
    expect(asked).toHaveLength(calls);
    const newer = { ...photo, publicUrl: 'https://postloom.test/pull/2.jpg' };
    await tiktok.prepare(
      post(() => Promise.resolve([newer])),
      { ...steps, creator },
      save,
    );
    expect(asked).toHaveLength(calls);
    await tiktok.send(stuck, saved.at(-1) ?? {}, () => undefined, save);
    expect(asked.at(-1)?.body['source_info']).toMatchObject({ photo_images: [newer.publicUrl] });
    minutes = 0;
  }, 3_000);

  it('is ours by its publish id, whichever job holds the id that TikTok returns', async () => {
    const context: VerifyContext = {
      ...{ now: now(), intentAt: now(), hasEarlierTry: false, isSettled: true },
      ...{ guard: () => undefined, save },
    };
    expect(await tiktok.verify(stuck, { publishId: 'p1' }, now(), context)).toMatchObject({
      ...{ kind: 'seen', sightings: [{ remoteId: '7' }], ownId: 'publish:p1' },
    });
  });
});
