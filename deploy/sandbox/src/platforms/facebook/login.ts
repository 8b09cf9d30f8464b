import { createHmac } from 'node:crypto';
import { sandboxCredentials } from '../../environment.ts';
import { argument } from '../../http/call.ts';
import type { Call } from '../../http/call.ts';
import { json } from '../../http/reply.ts';
import type { Reply } from '../../http/reply.ts';
import type { Route } from '../../http/router.ts';
import type { World } from '../../world/world.ts';
import { authorizeRoutes } from '../authorize.ts';
import type { ConsentRules } from '../consent.ts';
import { graphBearer, graphError, refuseGraph } from '../graph.ts';
import type { Bearer } from '../graph.ts';
import { facebookUser } from './definition.ts';

const app = sandboxCredentials.facebook;
const shortLife = 5400;
const longLife = 5_183_944;

const rules: ConsentRules = {
  platform: 'facebook',
  label: 'Facebook',
  clientId: app.clientId,
  scopeSeparator: ',',
  scopes: [
    'public_profile',
    'email',
    'pages_show_list',
    'pages_read_engagement',
    'pages_manage_posts',
    'pages_manage_engagement',
    'pages_read_user_content',
    'pages_manage_metadata',
    'read_insights',
    'business_management',
    'publish_video',
  ],
  several: true,
  handle: (account) => account.category,
  denial: { error_reason: 'user_denied', error: 'access_denied', error_description: 'Permissions error' },
  tail: '#_=_',
};

/** Login dialog, user tokens, the token's own data, taking consent back. */
export function facebookLogin(world: World): Route[] {
  const tokenCall = (call: Call): Promise<Reply> => token(world, call);
  const revokeCall = (call: Call): Promise<Reply> => revoke(world, call);
  return [
    // How long a code lives is undocumented ("minutes"): ten here.
    ...authorizeRoutes(world, rules, { path: '/facebook/dialog/oauth', prefix: 'AQD', lifeSeconds: 600 }),
    { method: 'GET', path: '/facebook/graph/oauth/access_token', kind: 'auth', handle: tokenCall },
    { method: 'POST', path: '/facebook/graph/oauth/access_token', kind: 'auth', handle: tokenCall },
    { method: 'GET', path: '/facebook/graph/debug_token', kind: 'auth', handle: (call) => debugToken(world, call) },
    {
      method: 'GET',
      path: '/facebook/graph/:user/permissions',
      kind: 'read',
      handle: (call) => permissions(world, call),
    },
    { method: 'DELETE', path: '/facebook/graph/:user/permissions', kind: 'auth', handle: revokeCall },
    { method: 'DELETE', path: '/facebook/graph/:user/permissions/:permission', kind: 'auth', handle: revokeCall },
  ];
}

/** The live token of the call; an `appsecret_proof` that is there must be right. */
export function facebookBearer(world: World, call: Call): Bearer {
  const found = graphBearer(world, 'facebook', call);
  const proof = argument(call, 'appsecret_proof');
  if (proof !== undefined) {
    const right = createHmac('sha256', app.clientSecret).update(found.token.token).digest('hex');
    if (proof !== right) {
      refuseGraph({ message: 'Invalid appsecret_proof provided in the API argument', code: 100 });
    }
  }
  return found;
}

async function token(world: World, call: Call): Promise<Reply> {
  if (argument(call, 'client_id') !== app.clientId) {
    return graphError({
      message: 'Error validating application. Cannot get application info due to a system error.',
      code: 101,
    });
  }
  if (argument(call, 'client_secret') !== app.clientSecret) {
    return graphError({ message: 'Error validating client secret.', code: 1 });
  }
  if (argument(call, 'grant_type') === 'fb_exchange_token') {
    const old = world.grants.token('facebook', argument(call, 'fb_exchange_token'));
    const grant = old && world.grants.grant(old);
    if (!old || !grant || grant.revoked || world.grants.expired(old) || old.use === 'page') {
      return graphError({ message: 'Invalid OAuth access token - Cannot parse access token', code: 190 });
    }
    const long = await world.grants.issueToken(
      { platform: 'facebook', grantId: grant.id, use: 'long', accountId: null },
      'EAAL',
      longLife,
    );
    return json({ access_token: long.token, token_type: 'bearer', expires_in: longLife });
  }
  const grant = await world.grants.redeem('facebook', {
    code: argument(call, 'code') ?? '',
    clientId: app.clientId,
    redirectUri: argument(call, 'redirect_uri') ?? '',
  });
  if (grant === 'redirect' || grant === 'client') {
    return graphError({
      message:
        'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      code: 100,
      subcode: 36008,
    });
  }
  if (grant === 'used') {
    return graphError({ message: 'This authorization code has been used.', code: 100, subcode: 36009 });
  }
  if (grant === 'expired') {
    return graphError({ message: 'This authorization code has expired.', code: 100, subcode: 36007 });
  }
  if (typeof grant === 'string') {
    return graphError({ message: 'Invalid verification code format.', code: 100 });
  }
  const short = await world.grants.issueToken(
    { platform: 'facebook', grantId: grant.id, use: 'short', accountId: null },
    'EAAS',
    shortLife,
  );
  return json({ access_token: short.token, token_type: 'bearer', expires_in: shortLife });
}

function debugToken(world: World, call: Call): Reply {
  const access = argument(call, 'access_token');
  if (access !== `${app.clientId}|${app.clientSecret}`) {
    facebookBearer(world, call);
  }
  const token = world.grants.token('facebook', argument(call, 'input_token'));
  const grant = token && world.grants.grant(token);
  if (!token || !grant) {
    return json({
      data: { is_valid: false, error: { code: 190, message: 'Invalid OAuth access token.' }, scopes: [] },
    });
  }
  const dead = grant.revoked
    ? { code: 190, message: 'The user has not authorized the application.', subcode: 458 }
    : world.grants.expired(token)
      ? { code: 190, message: 'Session has expired.', subcode: 463 }
      : null;
  return json({
    data: {
      app_id: app.clientId,
      application: 'Postloom',
      type: token.use === 'page' ? 'PAGE' : 'USER',
      is_valid: dead === null,
      issued_at: Math.floor(token.issuedAt / 1000),
      expires_at: token.expiresAt === null ? 0 : Math.floor(token.expiresAt / 1000),
      data_access_expires_at: Math.floor(token.issuedAt / 1000) + 90 * 86400,
      scopes: grant.scopes,
      user_id: facebookUser.id,
      ...(token.use === 'page' ? { profile_id: token.accountId } : {}),
      ...(dead ? { error: dead } : {}),
    },
  });
}

function permissions(world: World, call: Call): Reply {
  const { grant } = facebookBearer(world, call);
  return json({
    data: [
      ...grant.scopes.map((permission) => ({ permission, status: 'granted' })),
      ...grant.declined.map((permission) => ({ permission, status: 'declined' })),
    ],
  });
}

async function revoke(world: World, call: Call): Promise<Reply> {
  const { grant } = facebookBearer(world, call);
  const permission = call.params['permission'];
  if (permission === undefined) {
    await world.grants.revoke(grant.id);
  } else {
    await world.grants.decline(grant.id, permission);
  }
  return json({ success: true });
}
