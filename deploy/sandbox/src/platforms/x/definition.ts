import { digits } from '../../world/ids.ts';
import { definePlatform } from '../definition.ts';
import type { Seed } from '../definition.ts';

/** The app that this platform accepts, and no other. */
const credentials = { clientId: 'sandbox-x-client', clientSecret: 'sandbox-x-client-secret' } as const;

const seeds: readonly Seed[] = [
  {
    id: '1590000000000000301',
    scopedId: '1590000000000000301',
    username: 'marlowbakes',
    name: 'Marlow Bakehouse',
    category: '',
    kind: 'business',
    followers: 1530,
  },
  {
    id: '1590000000000000302',
    scopedId: '1590000000000000302',
    username: 'harbourstcafe',
    name: 'Harbour Street Café',
    category: '',
    kind: 'business',
    followers: 640,
  },
];

export const definition = definePlatform({
  label: 'X',
  alias: 'x',
  credentials,
  settings: {
    /** Seconds that an access token lives. */
    xAccessTokenSeconds: 7200,
  },
  environment: (origin) => ({
    X_CLIENT_ID: credentials.clientId,
    X_CLIENT_SECRET: credentials.clientSecret,
    X_AUTHORIZE_URL: `${origin}/x/i/oauth2/authorize`,
    X_API_URL: `${origin}/x`,
    X_WEB_URL: `${origin}/x`,
  }),
  seeds,
  newAccountId: () => digits('159', 19),
  pastPost: { kind: 'text', id: (_account, at) => String(BigInt(at - 1_288_834_974_657) << 22n) },
  postPages: ['/x/p/:id', '/x/:username/status/:id', '/x/:username/status/:id/photo/:n', '/x/i/web/status/:id'],
});
