import { digits, secret } from '../../world/ids.ts';
import { definePlatform } from '../definition.ts';
import type { Seed } from '../definition.ts';

/** The app that this platform accepts, and no other. */
const credentials = {
  clientId: '86sandboxlinkedin',
  clientSecret: 'WPL_AP1.sandbox-linkedin-client-secret',
} as const;

/** The member who is there from the start, and has a role at every demo organization. */
const demoMember = 'dKz8fieldsQ';

const seeds: readonly Seed[] = [
  {
    id: demoMember,
    scopedId: demoMember,
    username: 'dana-fields',
    name: 'Dana Fields',
    category: '',
    kind: 'member',
    followers: 418,
  },
  {
    id: '5515401',
    scopedId: '5515401',
    username: 'marlow-bakehouse',
    name: 'Marlow Bakehouse',
    category: 'Food and Beverage Services',
    kind: 'business',
    followers: 965,
    owner: demoMember,
  },
  {
    id: '5515402',
    scopedId: '5515402',
    username: 'old-town-market',
    name: 'Old Town Market',
    category: 'Retail',
    kind: 'analyst',
    followers: 2210,
    owner: demoMember,
  },
];

export const definition = definePlatform({
  label: 'LinkedIn',
  credentials,
  settings: {
    /** false: the app lacks Community Management, so asking for organization scopes fails the login. */
    linkedinOrganizations: true,
    /** false: the app gets no refresh tokens, as most do not. */
    linkedinRefreshTokens: true,
  },
  environment: (origin) => ({
    LINKEDIN_CLIENT_ID: credentials.clientId,
    LINKEDIN_CLIENT_SECRET: credentials.clientSecret,
    LINKEDIN_AUTHORIZE_URL: `${origin}/linkedin/oauth/v2/authorization`,
    LINKEDIN_TOKEN_URL: `${origin}/linkedin/oauth/v2/accessToken`,
    LINKEDIN_API_URL: `${origin}/linkedin`,
    LINKEDIN_WEB_URL: `${origin}/linkedin`,
    LINKEDIN_COMMUNITY_MANAGEMENT: 'on',
    // Pictures are ready at once here; LinkedIn itself is given seconds, because members may not ask for the state.
    LINKEDIN_MEMBER_WAIT_MS: '100',
  }),
  seeds,
  newAccountId: (kind) => (kind === 'member' ? secret('').slice(0, 10) : digits('1', 9)),
  defaultOwner: demoMember,
  pastPost: { kind: 'photo', id: (_account, at, n) => `urn:li:share:${String((BigInt(at) << 22n) + BigInt(n))}` },
  postPages: ['/linkedin/feed/update/:id'],
});
