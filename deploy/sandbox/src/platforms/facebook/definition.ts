import { digits } from '../../world/ids.ts';
import { metaSettings, metaWebhooks } from '../meta.ts';
import { definePlatform } from '../definition.ts';
import type { Seed } from '../definition.ts';

/** The app that this platform accepts, and no other. */
const credentials = {
  clientId: '118440000000002',
  clientSecret: 'sandbox-facebook-app-secret',
  verifyToken: 'sandbox-facebook-verify-token',
} as const;

/** The one person who logs in at the sandbox's Facebook. */
export const facebookUser = { id: '122100000000001', name: 'Dana Fields' } as const;

const seeds: readonly Seed[] = [
  {
    id: '100640000000201',
    scopedId: '100640000000201',
    username: 'marlowbakehouse',
    name: 'Marlow Bakehouse',
    category: 'Bakery',
    kind: 'business',
    followers: 3120,
  },
  {
    id: '100640000000202',
    scopedId: '100640000000202',
    username: 'harbourstreetcafe',
    name: 'Harbour Street Café',
    category: 'Coffee shop',
    kind: 'business',
    followers: 1874,
  },
  {
    id: '100640000000203',
    scopedId: '100640000000203',
    username: 'oldtownmarket',
    name: 'Old Town Market',
    category: 'Farmers market',
    kind: 'analyst',
    followers: 9400,
  },
];

export const definition = definePlatform({
  label: 'Facebook',
  credentials,
  settings: {
    ...metaSettings,
  },
  environment: (origin) => ({
    FACEBOOK_CLIENT_ID: credentials.clientId,
    FACEBOOK_CLIENT_SECRET: credentials.clientSecret,
    FACEBOOK_AUTHORIZE_URL: `${origin}/facebook/v25.0/dialog/oauth`,
    FACEBOOK_API_URL: `${origin}/facebook/graph`,
    FACEBOOK_WEBHOOK_VERIFY_TOKEN: credentials.verifyToken,
  }),
  seeds,
  newAccountId: () => digits('10064', 15),
  pastPost: { kind: 'photo', id: (account) => `${account.id}_${digits('1220', 16)}` },
  postPages: ['/facebook/p/:id', '/facebook/:id'],
  webhook: {
    mayOmitAccount: true,
    // A Page that removes the app comes as `profile_id`, a person as the app-scoped id.
    ...metaWebhooks('facebook', credentials, (account) =>
      account === null ? { user_id: facebookUser.id } : { profile_id: account.id, user_id: '0' },
    ),
  },
});
