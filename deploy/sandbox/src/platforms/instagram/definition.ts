import { digits } from '../../world/ids.ts';
import type { PlatformDefinition, Seed } from '../definition.ts';

/** The app that this platform accepts, and no other. */
export const credentials = {
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

export const definition: PlatformDefinition = {
  label: 'Instagram',
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
};
