import { afterAll, describe, expect, it } from '@jest/globals';
import { HttpClient } from '@postloom/chassis';
import { PlatformError } from '../platform.port.ts';
import type { Delivery } from '../platform.port.ts';
import { TikTokAdapter } from './tiktok.adapter.ts';

/** Nothing listens there: a call that is made all the same fails as `no_answer`, not as the picture. */
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
      ...{ privacyLevel: null, timing: { callTimeoutMs: 1_000, quarantineMs: 1_000 } },
    },
    now,
  );
  const delivery: Delivery = {
    ...{ accountRemoteId: 'open-id', username: 'bakery', caption: 'Warm rolls', photoCount: 1 },
    tokens: {
      accessToken: 'token',
      refreshToken: null,
      grantToken: null,
      issuedAt: now().toISOString(),
      expiresAt: null,
    },
    photos: () => Promise.reject(new PlatformError(gone)),
    budget: () => undefined,
  };

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
