import { randomUUID } from 'node:crypto';
import { secret } from '../../world/ids.ts';
import { definePlatform } from '../definition.ts';
import type { Seed } from '../definition.ts';
import { tiktokWebhooks } from './webhook.ts';

/** TikTok calls the id `client_key`. */
const credentials = { clientId: 'sbaw118440000003', clientSecret: 'sandbox-tiktok-client-secret' } as const;

const seeds: readonly Seed[] = [
  {
    id: '_000JPfMSandboxMarlowBakehouse01',
    scopedId: 'c6d1b2e4-0000-4000-8000-000000000501',
    username: 'marlow.bakes',
    name: 'Marlow Bakehouse',
    category: '',
    kind: 'business',
    followers: 5120,
  },
  {
    id: '_000JPfMSandboxDanaPrivate0000002',
    scopedId: 'c6d1b2e4-0000-4000-8000-000000000502',
    username: 'dana.private',
    name: 'Dana Fields',
    category: '',
    kind: 'personal',
    followers: 61,
  },
];

export const definition = definePlatform({
  label: 'TikTok',
  credentials,
  settings: {
    /** false: the app was not audited; only SELF_ONLY posts. */
    tiktokAudited: true,
    /** Address prefixes whose ownership is proven; `*` for all. */
    tiktokVerifiedUrls: ['http://localhost', 'http://127.0.0.1', 'https://localhost', 'https://127.0.0.1'],
    /** Milliseconds of the moderation: a public post's id is known only after it. */
    tiktokModerationMs: 1000,
    /** Direct posts of a creator in 24 hours, across all API clients: "about 15". */
    tiktokPostsPerDay: 15,
    /** Milliseconds of the window in which calls are counted. */
    tiktokWindowMs: 60_000,
    /** HTTP status of OAuth errors; both 200 and 400 were seen. */
    tiktokOauthErrorStatus: 200,
  },
  environment: (origin) => ({
    TIKTOK_CLIENT_ID: credentials.clientId,
    TIKTOK_CLIENT_SECRET: credentials.clientSecret,
    TIKTOK_AUTHORIZE_URL: `${origin}/tiktok/v2/auth/authorize/`,
    TIKTOK_API_URL: `${origin}/tiktok`,
    TIKTOK_WEB_URL: `${origin}/tiktok`,
  }),
  seeds,
  newAccountId: () => `_000${secret('').slice(0, 28)}`,
  newScopedId: () => randomUUID(),
  pastPost: { kind: 'photo', id: (_account, at, n) => String((BigInt(at) << 22n) + BigInt(n)) },
  postPages: ['/tiktok/:username/photo/:id', '/tiktok/:username/video/:id'],
  webhook: tiktokWebhooks(credentials),
});
