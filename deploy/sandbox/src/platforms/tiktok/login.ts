import { sandboxCredentials } from '../../environment.ts';
import type { Call } from '../../http/call.ts';
import { json } from '../../http/reply.ts';
import type { Reply } from '../../http/reply.ts';
import type { Route } from '../../http/router.ts';
import type { Challenge, CodeProblem, Grant } from '../../world/grants.ts';
import type { World } from '../../world/world.ts';
import { authorizeRoutes } from '../authorize.ts';
import type { ConsentRules } from '../consent.ts';
import { tokenCall } from '../token.ts';
import type { TokenRules } from '../token.ts';
import { logId } from './answers.ts';

const app = sandboxCredentials.tiktok;
/** 24 hours and 365 days. */
const accessLife = 86_400;
const refreshLife = 31_536_000;
/** "Short, undocumented": five minutes. */
const codeLife = 300;

const rules: ConsentRules = {
  platform: 'tiktok',
  label: 'TikTok',
  clientId: app.clientId,
  clientIdName: 'client_key',
  scopeSeparator: ',',
  scopes: ['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.publish', 'video.upload', 'video.list'],
  several: false,
  mayChoose: () => true,
  personal: 'private account',
  denial: { error: 'access_denied', error_description: 'User cancelled the authorization' },
  tail: '',
  check: (query) => {
    const redirect = new URL(query.get('redirect_uri') ?? '');
    if (redirect.search !== '') {
      return 'redirect_uri must have no query.';
    }
    if (redirect.href.length > 512) {
      return 'redirect_uri must be shorter than 512 characters.';
    }
    if ((query.get('state') ?? '') === '') {
      return 'state is required.';
    }
    const challenge = query.get('code_challenge');
    if (challenge !== null && query.get('code_challenge_method') !== 'S256') {
      return 'code_challenge_method must be S256.';
    }
    return challenge !== null && challengeOf(query) === null ? 'code_challenge is not a SHA-256.' : null;
  },
};

/** PKCE is optional on the web; the challenge may be base64url (RFC 7636) or hex, as TikTok asks of desktop programs. */
function challengeOf(query: URLSearchParams): Challenge | null {
  const value = query.get('code_challenge') ?? '';
  if (/^[0-9a-f]{64}$/.test(value)) {
    return { method: 'S256-hex', value };
  }
  return /^[A-Za-z0-9_-]{43}$/.test(value) ? { method: 'S256', value } : null;
}

/** Authorize, token, rotating refresh, revoke. */
export function tiktokLogin(world: World): Route[] {
  return [
    ...authorizeRoutes(world, rules, {
      path: '/tiktok/v2/auth/authorize',
      // TikTok's codes do contain a star and an exclamation mark: the code must be decoded before it is sent on.
      prefix: 'sbx*0!',
      lifeSeconds: codeLife,
      challenge: challengeOf,
      also: (grant) => ({ scopes: grant.scopes.join(',') }),
    }),
    {
      method: 'POST',
      path: '/tiktok/v2/oauth/token',
      kind: 'auth',
      handle: (call) => tokenCall(world, tokenRules(world), call),
    },
    { method: 'POST', path: '/tiktok/v2/oauth/revoke', kind: 'auth', handle: (call) => revoke(world, call) },
  ];
}

/** OAuth errors are flat and come with 200 as well as with 400. */
function oauthError(world: World, error: string, description: string): Reply {
  return json({ error, error_description: description, log_id: logId() }, world.settings.tiktokOauthErrorStatus);
}

function clientProblem(world: World, call: Call): Reply | null {
  const type = call.headers['content-type'] ?? '';
  if (!/^application\/x-www-form-urlencoded/i.test(type)) {
    return oauthError(
      world,
      'invalid_request',
      'Only `application/x-www-form-urlencoded` is supported as Content-Type.',
    );
  }
  const fields = call.body.fields;
  const right = fields['client_key'] === app.clientId && fields['client_secret'] === app.clientSecret;
  return right ? null : oauthError(world, 'invalid_client', 'Client key or secret is incorrect.');
}

function tokenRules(world: World): TokenRules {
  return {
    platform: 'tiktok',
    clientId: app.clientId,
    clientProblem: (call) => clientProblem(world, call),
    codeProblem: (problem) => codeProblem(world, problem),
    issue: (grant) => issue(world, grant),
    refresh: async (refreshToken) => {
      const grant = await world.grants.redeemRefresh('tiktok', refreshToken);
      return grant ? issue(world, grant) : oauthError(world, 'invalid_grant', 'Refresh token is invalid or expired.');
    },
    unsupported: () => oauthError(world, 'unsupported_grant_type', 'The grant type is not supported.'),
  };
}

function codeProblem(world: World, problem: CodeProblem): Reply {
  switch (problem) {
    case 'redirect':
      return oauthError(world, 'invalid_request', 'Redirect_uri is not matched with the uri when requesting code.');
    case 'verifier':
      return oauthError(world, 'invalid_request', 'Code verifier or code challenge is invalid.');
    case 'unknown':
    case 'used':
    case 'expired':
    case 'client':
      return oauthError(world, 'invalid_grant', 'Authorization code is expired.');
  }
}

async function issue(world: World, grant: Grant): Promise<Reply> {
  const base = { platform: 'tiktok', grantId: grant.id, accountId: grant.accountIds[0] ?? '' } as const;
  const access = await world.grants.issueToken({ ...base, use: 'access' }, 'act.', accessLife);
  const refresh = await world.grants.issueToken({ ...base, use: 'refresh' }, 'rft.', refreshLife);
  return json({
    open_id: base.accountId,
    scope: grant.scopes.join(','),
    access_token: access.token,
    expires_in: accessLife,
    refresh_token: refresh.token,
    refresh_expires_in: refreshLife,
    token_type: 'Bearer',
  });
}

async function revoke(world: World, call: Call): Promise<Reply> {
  const refused = clientProblem(world, call);
  if (refused) {
    return refused;
  }
  await world.grants.revokeByToken('tiktok', call.body.fields['token']);
  return { status: 200, headers: {}, body: '' };
}
