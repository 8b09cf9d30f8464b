import { sandboxCredentials } from '../../environment.ts';
import type { Call } from '../../http/call.ts';
import { json } from '../../http/reply.ts';
import type { Reply } from '../../http/reply.ts';
import type { Route } from '../../http/router.ts';
import type { Challenge, Grant } from '../../world/grants.ts';
import type { World } from '../../world/world.ts';
import { authorizeRoutes } from '../authorize.ts';
import type { ConsentRules } from '../consent.ts';
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
  denial: { error: 'access_denied', error_description: 'User cancelled the authorization' },
  tail: '',
  check: (query) => {
    const redirect = new URL(query.get('redirect_uri') ?? '');
    if (redirect.search !== '') return 'redirect_uri must have no query.';
    if (redirect.href.length > 512) return 'redirect_uri must be shorter than 512 characters.';
    if ((query.get('state') ?? '') === '') return 'state is required.';
    const challenge = query.get('code_challenge');
    if (challenge !== null && query.get('code_challenge_method') !== 'S256')
      return 'code_challenge_method must be S256.';
    return challenge !== null && challengeOf(query) === null ? 'code_challenge is not a SHA-256.' : null;
  },
};

/** PKCE is optional on the web; the challenge may be base64url (RFC 7636) or hex, as TikTok asks of desktop programs. */
function challengeOf(query: URLSearchParams): Challenge | null {
  const value = query.get('code_challenge') ?? '';
  if (/^[0-9a-f]{64}$/.test(value)) return { method: 'S256-hex', value };
  return /^[A-Za-z0-9_-]{43}$/.test(value) ? { method: 'S256', value } : null;
}

/** Authorize, token, rotating refresh, revoke. */
export function tiktokLogin(world: World): Route[] {
  return [
    ...authorizeRoutes(world, rules, {
      path: '/tiktok/v2/auth/authorize',
      // The star and the exclamation mark are real: the code must be decoded before it is sent on.
      prefix: 'sbx*0!',
      lifeSeconds: codeLife,
      challenge: challengeOf,
      also: (grant) => ({ scopes: grant.scopes.join(',') }),
    }),
    { method: 'POST', path: '/tiktok/v2/oauth/token', kind: 'auth', handle: (call) => token(world, call) },
    { method: 'POST', path: '/tiktok/v2/oauth/revoke', kind: 'auth', handle: (call) => revoke(world, call) },
  ];
}

/** OAuth errors are flat and come with 200 as well as with 400. */
function oauthError(world: World, error: string, description: string): Reply {
  return json({ error, error_description: description, log_id: logId() }, world.settings.tiktokOauthErrorStatus);
}

function clientProblem(world: World, call: Call): Reply | null {
  const type = call.headers['content-type'] ?? '';
  if (!/^application\/x-www-form-urlencoded/i.test(type))
    return oauthError(
      world,
      'invalid_request',
      'Only `application/x-www-form-urlencoded` is supported as Content-Type.',
    );
  const fields = call.body.fields;
  const right = fields['client_key'] === app.clientId && fields['client_secret'] === app.clientSecret;
  return right ? null : oauthError(world, 'invalid_client', 'Client key or secret is incorrect.');
}

async function token(world: World, call: Call): Promise<Reply> {
  const refused = clientProblem(world, call);
  if (refused) return refused;
  const fields = call.body.fields;
  switch (fields['grant_type']) {
    case 'authorization_code': {
      const grant = await world.grants.redeem('tiktok', {
        code: fields['code'] ?? '',
        clientId: app.clientId,
        redirectUri: fields['redirect_uri'] ?? '',
        verifier: fields['code_verifier'],
      });
      if (typeof grant !== 'string') return issue(world, grant);
      if (grant === 'redirect')
        return oauthError(world, 'invalid_request', 'Redirect_uri is not matched with the uri when requesting code.');
      if (grant === 'verifier')
        return oauthError(world, 'invalid_request', 'Code verifier or code challenge is invalid.');
      return oauthError(world, 'invalid_grant', 'Authorization code is expired.');
    }
    case 'refresh_token': {
      const grant = await world.grants.redeemRefresh('tiktok', fields['refresh_token']);
      return grant ? issue(world, grant) : oauthError(world, 'invalid_grant', 'Refresh token is invalid or expired.');
    }
    default:
      return oauthError(world, 'unsupported_grant_type', 'The grant type is not supported.');
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
  if (refused) return refused;
  const found = world.grants.token('tiktok', call.body.fields['token']);
  if (found) await world.grants.revoke(found.grantId);
  return { status: 200, headers: {}, body: '' };
}
