import { sandboxCredentials } from '../../environment.ts';
import type { Call } from '../../http/call.ts';
import { json } from '../../http/reply.ts';
import type { Reply } from '../../http/reply.ts';
import type { Route } from '../../http/router.ts';
import type { CodeProblem, Grant } from '../../world/grants.ts';
import type { World } from '../../world/world.ts';
import { authorizeRoutes } from '../authorize.ts';
import type { ConsentRules } from '../consent.ts';
import { oauthError, tokenCall } from '../token.ts';
import type { TokenRules } from '../token.ts';

const app = sandboxCredentials.twitter;
/** X's codes live half a minute. */
const codeLife = 30;
/** Six months: how long an unused refresh token is valid. */
const refreshLife = 183 * 86400;

const rules: ConsentRules = {
  platform: 'twitter',
  label: 'X',
  clientId: app.clientId,
  scopeSeparator: ' ',
  scopes: [
    'tweet.read',
    'tweet.write',
    'users.read',
    'users.email',
    'media.write',
    'offline.access',
    'tweet.moderate.write',
  ],
  several: false,
  denial: { error: 'access_denied' },
  tail: '',
  check: (query) => {
    const challenge = query.get('code_challenge') ?? '';
    const method = query.get('code_challenge_method') ?? 'plain';
    if (method !== 'S256' && method !== 'plain') {
      return 'code_challenge_method must be S256 or plain.';
    }
    if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) {
      return 'code_challenge is required (PKCE).';
    }
    if ((query.get('state') ?? '') === '' || (query.get('state') ?? '').length > 500) {
      return 'state is required, at most 500 characters.';
    }
    return null;
  },
};

/** Authorize with PKCE, token, rotating refresh, revoke. */
export function xLogin(world: World): Route[] {
  return [
    ...authorizeRoutes(world, rules, {
      path: '/x/i/oauth2/authorize',
      prefix: '',
      lifeSeconds: codeLife,
      challenge: (query) => ({
        method: query.get('code_challenge_method') === 'S256' ? 'S256' : 'plain',
        value: query.get('code_challenge') ?? '',
      }),
    }),
    {
      method: 'POST',
      path: '/x/2/oauth2/token',
      kind: 'auth',
      handle: (call) => tokenCall(world, tokenRules(world), call),
    },
    { method: 'POST', path: '/x/2/oauth2/revoke', kind: 'auth', handle: (call) => revoke(world, call) },
  ];
}

/** Confidential client: Basic with the app's id and secret, nothing else. */
function clientProblem(call: Call): Reply | null {
  const basic = /^Basic\s+(.+)$/i.exec(call.headers.authorization ?? '')?.[1];
  if (basic === undefined) {
    return oauthError(401, 'unauthorized_client', 'Missing valid authorization header');
  }
  const [id = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  const right = id === app.clientId && rest.join(':') === app.clientSecret;
  return right ? null : oauthError(401, 'unauthorized_client', 'Missing valid authorization header');
}

function tokenRules(world: World): TokenRules {
  return {
    platform: 'twitter',
    clientId: app.clientId,
    clientProblem,
    codeProblem,
    issue: (grant) => issue(world, grant),
    refresh: async (refreshToken) => {
      const grant = await world.grants.redeemRefresh('twitter', refreshToken);
      return grant
        ? issue(world, grant)
        : oauthError(400, 'invalid_request', 'Value passed for the token was invalid.');
    },
    unsupported: () => oauthError(400, 'unsupported_grant_type', 'Value passed for the grant type was invalid.'),
  };
}

function codeProblem(problem: CodeProblem): Reply {
  switch (problem) {
    case 'verifier':
      return invalidValue('code verifier did not match the code challenge');
    case 'redirect':
      return invalidValue('redirect uri did not match the uri of the authorization code');
    case 'unknown':
    case 'used':
    case 'expired':
    case 'client':
      return invalidValue('authorization code was invalid');
  }
}

function invalidValue(what: string): Reply {
  return oauthError(400, 'invalid_request', `Value passed for the ${what}.`);
}

async function issue(world: World, grant: Grant): Promise<Reply> {
  const accountId = grant.accountIds[0] ?? '';
  const life = world.settings.xAccessTokenSeconds;
  const base = { platform: 'twitter', grantId: grant.id, accountId } as const;
  const access = await world.grants.issueToken({ ...base, use: 'access' }, 'XA', life);
  const refresh = grant.scopes.includes('offline.access')
    ? await world.grants.issueToken({ ...base, use: 'refresh' }, 'XR', refreshLife)
    : null;
  return json({
    token_type: 'bearer',
    expires_in: life,
    access_token: access.token,
    scope: grant.scopes.join(' '),
    ...(refresh ? { refresh_token: refresh.token } : {}),
  });
}

async function revoke(world: World, call: Call): Promise<Reply> {
  const refused = clientProblem(call);
  if (refused) {
    return refused;
  }
  const found = world.grants.token('twitter', call.body.fields['token']);
  if (found?.use === 'refresh') {
    await world.grants.revoke(found.grantId);
  } else if (found) {
    await world.grants.forget(found);
  }
  return json({ revoked: true });
}
