import { sandboxCredentials } from '../../environment.ts';
import type { Call } from '../../http/call.ts';
import { json } from '../../http/reply.ts';
import type { Reply } from '../../http/reply.ts';
import type { Route } from '../../http/router.ts';
import type { Grant, Token } from '../../world/grants.ts';
import type { World } from '../../world/world.ts';
import { authorizeRoutes } from '../authorize.ts';
import type { ConsentRules } from '../consent.ts';
import { oauthError, tokenCall } from '../token.ts';
import type { TokenRules } from '../token.ts';
import { caller } from './answers.ts';

const app = sandboxCredentials.linkedin;
/** 60 and 365 days. */
const accessLife = 5_184_000;
const refreshLife = 31_536_000;
const codeLife = 1800;

const memberScopes = ['openid', 'profile', 'email', 'w_member_social'];
/** Scopes of Community Management, which LinkedIn gives to vetted apps alone. */
const communityScopes = [
  'w_organization_social',
  'r_organization_social',
  'rw_organization_admin',
  'r_member_postAnalytics',
  'r_member_profileAnalytics',
];

function rules(world: World): ConsentRules {
  return {
    platform: 'linkedin',
    label: 'LinkedIn',
    clientId: app.clientId,
    scopeSeparator: ' ',
    scopes: [...memberScopes, ...communityScopes],
    lacks: () => (world.settings.linkedinOrganizations ? [] : communityScopes),
    lacking: {
      error: 'unauthorized_scope_error',
      error_description: 'Scope "w_organization_social" is not authorized for your application',
    },
    allOrNothing: true,
    several: false,
    usual: 'member',
    isListed: (account) => account.kind === 'member',
    standsFor: (account) => (account.owner === undefined ? account : world.accounts.get('linkedin', account.owner)),
    create: async (name) => {
      const member = await world.accounts.create({ platform: 'linkedin', name, kind: 'member' });
      await world.accounts.create({ platform: 'linkedin', name: `${name} Company`, owner: member.id });
      return member;
    },
    denial: {
      error: 'user_cancelled_authorize',
      error_description: 'The user cancelled the authorization',
    },
    tail: '',
    check: (query) => ((query.get('state') ?? '') === '' ? 'state is required.' : null),
  };
}

/** Authorize, tokens, revoke, introspect, the member. */
export function linkedInLogin(world: World): Route[] {
  return [
    ...authorizeRoutes(world, rules(world), {
      path: '/linkedin/oauth/v2/authorization',
      prefix: 'AQT',
      lifeSeconds: codeLife,
      before: async ({ accountIds, scopes }) => {
        // Asking for another set of scopes makes the tokens of the earlier consent invalid.
        const wanted = [...scopes].sort().join();
        for (const earlier of world.grants.ofAccount('linkedin', accountIds[0] ?? '')) {
          if ([...earlier.scopes].sort().join() !== wanted) {
            await world.grants.revoke(earlier.id);
          }
        }
      },
    }),
    {
      method: 'POST',
      path: '/linkedin/oauth/v2/accessToken',
      kind: 'auth',
      handle: (call) => tokenCall(world, tokenRules(world), call),
    },
    { method: 'POST', path: '/linkedin/oauth/v2/revoke', kind: 'auth', handle: (call) => revoke(world, call) },
    {
      method: 'POST',
      path: '/linkedin/oauth/v2/introspectToken',
      kind: 'auth',
      handle: (call) => introspect(world, call),
    },
    { method: 'GET', path: '/linkedin/v2/userinfo', kind: 'read', handle: (call) => userInfo(world, call) },
  ];
}

function clientProblem(call: Call): Reply | null {
  const right =
    call.body.fields['client_id'] === app.clientId && call.body.fields['client_secret'] === app.clientSecret;
  return right ? null : oauthError(401, 'invalid_client', 'Client authentication failed');
}

function tokenRules(world: World): TokenRules {
  return {
    platform: 'linkedin',
    clientId: app.clientId,
    clientProblem,
    codeProblem: (problem) =>
      oauthError(
        problem === 'redirect' ? 401 : 400,
        problem === 'redirect' ? 'invalid_redirect_uri' : 'invalid_request',
        'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists',
      ),
    issue: async (grant) => {
      const refresh = world.settings.linkedinRefreshTokens
        ? await world.grants.issueToken(tokenOf(grant, 'refresh'), 'AQR', refreshLife)
        : null;
      return issue(world, grant, refresh);
    },
    refresh: async (refreshToken) => {
      // LinkedIn returns the same refresh token, and its year does not start again.
      const old = world.grants.token('linkedin', refreshToken);
      const grant = old && world.grants.grant(old);
      if (!old || !grant || old.use !== 'refresh' || grant.revoked || world.grants.expired(old)) {
        return oauthError(
          400,
          'invalid_request',
          'The provided authorization grant or refresh token is invalid, expired or revoked',
        );
      }
      return issue(world, grant, old);
    },
    unsupported: () => oauthError(400, 'unsupported_grant_type', 'The grant_type is not supported'),
  };
}

function tokenOf(grant: Grant, use: 'access' | 'refresh'): Omit<Token, 'token' | 'issuedAt' | 'expiresAt' | 'used'> {
  return { platform: 'linkedin', grantId: grant.id, accountId: grant.accountIds[0] ?? '', use };
}

async function issue(world: World, grant: Grant, refresh: Token | null): Promise<Reply> {
  const access = await world.grants.issueToken(tokenOf(grant, 'access'), 'AQX', accessLife);
  return json({
    access_token: access.token,
    expires_in: accessLife,
    ...(refresh
      ? {
          refresh_token: refresh.token,
          refresh_token_expires_in: Math.floor(((refresh.expiresAt ?? 0) - world.tokenClock()) / 1000),
        }
      : {}),
    scope: grant.scopes.join(','),
    token_type: 'Bearer',
  });
}

async function revoke(world: World, call: Call): Promise<Reply> {
  const refused = clientProblem(call);
  if (refused) {
    return refused;
  }
  await world.grants.revokeByToken('linkedin', call.body.fields['token']);
  return json({});
}

function introspect(world: World, call: Call): Reply {
  const refused = clientProblem(call);
  if (refused) {
    return refused;
  }
  const found = world.grants.token('linkedin', call.body.fields['token']);
  const grant = found && world.grants.grant(found);
  if (!found || !grant) {
    return json({ active: false, status: 'invalid' });
  }
  const status = grant.revoked ? 'revoked' : world.grants.expired(found) ? 'expired' : 'active';
  return json({
    active: status === 'active',
    status,
    client_id: app.clientId,
    scope: grant.scopes.join(','),
    created_at: Math.floor(found.issuedAt / 1000),
    authorized_at: Math.floor(found.issuedAt / 1000),
    expires_at: Math.floor((found.expiresAt ?? 0) / 1000),
    auth_type: '3L',
  });
}

function userInfo(world: World, call: Call): Reply {
  const { grant, member } = caller(world, call);
  if (!grant.scopes.includes('openid')) {
    return json(
      {
        status: 403,
        serviceErrorCode: 100,
        code: 'ACCESS_DENIED',
        message: 'Not enough permissions to access: userinfo.GET.NO_VERSION',
      },
      403,
    );
  }
  const [given = member.name, ...family] = member.name.split(' ');
  const profile = {
    name: member.name,
    given_name: given,
    family_name: family.join(' '),
    picture: world.avatar(member),
    locale: { country: 'US', language: 'en' },
  };
  return json({
    sub: member.id,
    ...(grant.scopes.includes('profile') ? profile : {}),
    ...(grant.scopes.includes('email') ? { email: `${member.username}@example.com`, email_verified: true } : {}),
  });
}
