import { sandboxCredentials } from '../../environment.ts';
import { argument } from '../../http/call.ts';
import type { Call } from '../../http/call.ts';
import { json } from '../../http/reply.ts';
import type { Reply } from '../../http/reply.ts';
import type { Route } from '../../http/router.ts';
import type { World } from '../../world/world.ts';
import { authorizeRoutes } from '../authorize.ts';
import type { ConsentRules } from '../consent.ts';
import { graphBearer, graphError, requireScope } from '../graph.ts';

const app = sandboxCredentials.instagram;
const shortLife = 3600;
const longLife = 5_183_944;
const dayMs = 86_400_000;

const rules: ConsentRules = {
  platform: 'instagram',
  label: 'Instagram',
  clientId: app.clientId,
  scopeSeparator: ',',
  scopes: [
    'instagram_business_basic',
    'instagram_business_content_publish',
    'instagram_business_manage_insights',
    'instagram_business_manage_comments',
    'instagram_business_manage_messages',
  ],
  several: false,
  denial: {
    error: 'access_denied',
    error_reason: 'user_denied',
    error_description: 'The user denied your request',
  },
  tail: '#_',
};

/** Authorize, code for a short-lived token, exchange for a long-lived one, refresh. */
export function instagramLogin(world: World): Route[] {
  return [
    ...authorizeRoutes(world, rules, { path: '/instagram/oauth/authorize', prefix: 'AQB', lifeSeconds: 3600 }),
    { method: 'POST', path: '/instagram/oauth/access_token', kind: 'auth', handle: (call) => shortToken(world, call) },
    { method: 'GET', path: '/instagram/graph/access_token', kind: 'auth', handle: (call) => longToken(world, call) },
    {
      method: 'GET',
      path: '/instagram/graph/refresh_access_token',
      kind: 'auth',
      handle: (call) => refresh(world, call),
    },
  ];
}

async function shortToken(world: World, call: Call): Promise<Reply> {
  const fields = call.body.fields;
  const refuse = (message: string): Reply =>
    json({ error_type: 'OAuthException', code: 400, error_message: message }, 400);
  if (fields['client_id'] !== app.clientId) {
    return refuse('Invalid platform app');
  }
  if (fields['client_secret'] !== app.clientSecret) {
    return refuse('Error validating client secret.');
  }
  if (fields['grant_type'] !== 'authorization_code') {
    return refuse('Invalid grant_type: expected authorization_code');
  }
  const grant = await world.grants.redeem('instagram', {
    code: fields['code'] ?? '',
    clientId: app.clientId,
    redirectUri: fields['redirect_uri'] ?? '',
  });
  if (grant === 'redirect' || grant === 'client') {
    return refuse(
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
    );
  }
  if (grant === 'expired') {
    return refuse('This authorization code has expired.');
  }
  if (typeof grant === 'string') {
    return refuse('Matching code was not found or was already used');
  }
  const account = world.accounts.get('instagram', grant.accountIds[0] ?? '');
  if (!account) {
    return refuse('Matching code was not found or was already used');
  }
  const token = await world.grants.issueToken(
    { platform: 'instagram', grantId: grant.id, use: 'short', accountId: account.id },
    'IGAA',
    shortLife,
  );
  const answer = { access_token: token.token, user_id: account.id, permissions: grant.scopes.join(',') };
  return json(world.settings.instagramWrappedToken ? { data: [answer] } : answer);
}

async function longToken(world: World, call: Call): Promise<Reply> {
  if (argument(call, 'grant_type') !== 'ig_exchange_token') {
    return badGrantType('ig_exchange_token');
  }
  if (argument(call, 'client_secret') !== app.clientSecret) {
    return graphError({ message: 'Error validating client secret.', code: 1 });
  }
  const { token, grant } = graphBearer(world, 'instagram', call);
  if (token.use !== 'short') {
    return graphError({ message: 'Session key invalid: only short-lived tokens can be exchanged', code: 452 });
  }
  const long = await world.grants.issueToken(
    { platform: 'instagram', grantId: grant.id, use: 'long', accountId: token.accountId },
    'IGAAL',
    longLife,
  );
  return json({ access_token: long.token, token_type: 'bearer', expires_in: longLife });
}

async function refresh(world: World, call: Call): Promise<Reply> {
  if (argument(call, 'grant_type') !== 'ig_refresh_token') {
    return badGrantType('ig_refresh_token');
  }
  const { token, grant } = graphBearer(world, 'instagram', call);
  requireScope(grant, 'instagram_business_basic', 10);
  if (token.use !== 'long') {
    return graphError({ message: 'Only long-lived tokens can be refreshed', code: 190 });
  }
  if (world.tokenClock() - token.issuedAt < dayMs) {
    return graphError({ message: 'Access token must be at least 24 hours old to be refreshed', code: 100 });
  }
  const fresh = await world.grants.issueToken(
    { platform: 'instagram', grantId: grant.id, use: 'long', accountId: token.accountId },
    'IGAAL',
    longLife,
  );
  return json({ access_token: fresh.token, token_type: 'bearer', expires_in: longLife });
}

function badGrantType(wanted: string): Reply {
  return graphError({ message: `Invalid parameter: grant_type must be ${wanted}`, code: 100 });
}
