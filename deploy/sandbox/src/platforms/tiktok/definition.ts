import { randomUUID } from 'node:crypto';
import { secret } from '../../world/ids.ts';
import type { PlatformDefinition, Seed } from '../definition.ts';

/** TikTok calls the id `client_key`. */
export const credentials = { clientId: 'sbaw118440000003', clientSecret: 'sandbox-tiktok-client-secret' } as const;

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

export const definition: PlatformDefinition = {
  label: 'TikTok',
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
};
