import { digits } from '../../world/ids.ts';
import { metaSettings, metaWebhooks } from '../meta.ts';
import { definePlatform } from '../definition.ts';
import type { Seed } from '../definition.ts';

/** The app that this platform accepts, and no other. */
const credentials = {
  clientId: '118440000000001',
  clientSecret: 'sandbox-instagram-app-secret',
  verifyToken: 'sandbox-instagram-verify-token',
} as const;

const seeds: readonly Seed[] = [
  {
    id: '17841400000000101',
    scopedId: '26100000000000101',
    username: 'marlow.bakehouse',
    name: 'Marlow Bakehouse',
    category: 'Bakery',
    kind: 'business',
    followers: 2840,
  },
  {
    id: '17841400000000102',
    scopedId: '26100000000000102',
    username: 'juniper.yoga',
    name: 'Juniper Yoga Studio',
    category: 'Gym/Physical Fitness Center',
    kind: 'business',
    followers: 1265,
  },
  {
    id: '17841400000000103',
    scopedId: '26100000000000103',
    username: 'dana.at.home',
    name: 'Dana Fields',
    category: '',
    kind: 'personal',
    followers: 212,
  },
];

export const definition = definePlatform({
  label: 'Instagram',
  credentials,
  settings: {
    /** true: the token answer comes wrapped in `{"data":[...]}` as its documentation prints it. */
    instagramWrappedToken: false,
    /** Posts an account may publish in 24 hours: the sources say 25, 50 and 100. */
    instagramPostsPerDay: 50,
    ...metaSettings,
  },
  environment: (origin) => ({
    INSTAGRAM_CLIENT_ID: credentials.clientId,
    INSTAGRAM_CLIENT_SECRET: credentials.clientSecret,
    INSTAGRAM_AUTHORIZE_URL: `${origin}/instagram/oauth/authorize`,
    INSTAGRAM_TOKEN_URL: `${origin}/instagram/oauth/access_token`,
    INSTAGRAM_GRAPH_URL: `${origin}/instagram/graph`,
    INSTAGRAM_WEBHOOK_VERIFY_TOKEN: credentials.verifyToken,
  }),
  seeds,
  newAccountId: () => digits('178414', 17),
  newScopedId: () => digits('261', 17),
  pastPost: { kind: 'photo', id: () => digits('179', 17) },
  postPages: ['/instagram/p/:id'],
  postPageRef: 'shortcode',
  webhook: metaWebhooks('instagram', credentials, (account) => ({ user_id: account?.scopedId ?? '' })),
});
