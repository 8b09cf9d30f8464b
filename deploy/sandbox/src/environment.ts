/**
 * The settings that make the services use the sandbox instead of the real world.
 *
 * The names are those that configure production (`INSTAGRAM_CLIENT_ID`, `OPENAI_BASE_URL`, `SMTP_URL`, ...), so a
 * service can't tell the difference. The credentials are fixed on purpose: they open nothing but a sandbox.
 */

/** App credentials and API keys that the sandbox accepts, and no others. */
export const sandboxCredentials = {
  instagram: {
    clientId: '118440000000001',
    clientSecret: 'sandbox-instagram-app-secret',
    verifyToken: 'sandbox-instagram-verify-token',
  },
  facebook: {
    clientId: '118440000000002',
    clientSecret: 'sandbox-facebook-app-secret',
    verifyToken: 'sandbox-facebook-verify-token',
  },
  twitter: { clientId: 'sandbox-x-client', clientSecret: 'sandbox-x-client-secret' },
  linkedin: { clientId: '86sandboxlinkedin', clientSecret: 'WPL_AP1.sandbox-linkedin-client-secret' },
  /** TikTok calls the id `client_key`. */
  tiktok: { clientId: 'sbaw118440000003', clientSecret: 'sandbox-tiktok-client-secret' },
  openai: { apiKey: 'sk-sandbox-openai', model: 'gpt-4.1-mini' },
  anthropic: { apiKey: 'sk-ant-sandbox', model: 'claude-sonnet-4-6' },
  xai: { apiKey: 'xai-sandbox', model: 'grok-4.20-non-reasoning' },
} as const;

/** Where the sandbox listens, as the services reach it. */
export interface SandboxAddress {
  /** Origin without a trailing slash, for example `http://localhost:3900`. */
  readonly origin: string;
  /** TCP port of the SMTP inbox on 127.0.0.1. */
  readonly smtpPort: number;
}

/**
 * Environment of services that shall talk to the sandbox. Pure: equal input, equal output; nothing is read.
 *
 * Base URLs carry what the real ones carry: `OPENAI_BASE_URL` and `XAI_BASE_URL` end in `/v1`, `ANTHROPIC_BASE_URL` and
 * `X_API_URL` do not (callers append `/v1/messages`, `/2/tweets`), the two Graph URLs stop before the version.
 * `LINKEDIN_API_URL` is followed by `/rest/posts`, `/v2/userinfo`, `TIKTOK_API_URL` by `/v2/...`. The three web URLs are the
 * origins under which posts are shown: `<X_WEB_URL>/<username>/status/<id>`, `<LINKEDIN_WEB_URL>/feed/update/<urn>/`,
 * `<TIKTOK_WEB_URL>/@<username>/photo/<id>`.
 */
export function sandboxEnvironment(address: SandboxAddress): Record<string, string> {
  const origin = address.origin.replace(/\/+$/, '');
  const c = sandboxCredentials;
  return {
    INSTAGRAM_CLIENT_ID: c.instagram.clientId,
    INSTAGRAM_CLIENT_SECRET: c.instagram.clientSecret,
    INSTAGRAM_AUTHORIZE_URL: `${origin}/instagram/oauth/authorize`,
    INSTAGRAM_TOKEN_URL: `${origin}/instagram/oauth/access_token`,
    INSTAGRAM_GRAPH_URL: `${origin}/instagram/graph`,
    INSTAGRAM_WEBHOOK_VERIFY_TOKEN: c.instagram.verifyToken,
    FACEBOOK_CLIENT_ID: c.facebook.clientId,
    FACEBOOK_CLIENT_SECRET: c.facebook.clientSecret,
    FACEBOOK_AUTHORIZE_URL: `${origin}/facebook/v25.0/dialog/oauth`,
    FACEBOOK_API_URL: `${origin}/facebook/graph`,
    FACEBOOK_WEBHOOK_VERIFY_TOKEN: c.facebook.verifyToken,
    X_CLIENT_ID: c.twitter.clientId,
    X_CLIENT_SECRET: c.twitter.clientSecret,
    X_AUTHORIZE_URL: `${origin}/x/i/oauth2/authorize`,
    X_API_URL: `${origin}/x`,
    X_WEB_URL: `${origin}/x`,
    LINKEDIN_CLIENT_ID: c.linkedin.clientId,
    LINKEDIN_CLIENT_SECRET: c.linkedin.clientSecret,
    LINKEDIN_AUTHORIZE_URL: `${origin}/linkedin/oauth/v2/authorization`,
    LINKEDIN_TOKEN_URL: `${origin}/linkedin/oauth/v2/accessToken`,
    LINKEDIN_API_URL: `${origin}/linkedin`,
    LINKEDIN_WEB_URL: `${origin}/linkedin`,
    LINKEDIN_COMMUNITY_MANAGEMENT: 'on',
    // Pictures are ready at once here; the real thing is given seconds, because members may not ask.
    LINKEDIN_MEMBER_WAIT_MS: '100',
    TIKTOK_CLIENT_ID: c.tiktok.clientId,
    TIKTOK_CLIENT_SECRET: c.tiktok.clientSecret,
    TIKTOK_AUTHORIZE_URL: `${origin}/tiktok/v2/auth/authorize/`,
    TIKTOK_API_URL: `${origin}/tiktok`,
    TIKTOK_WEB_URL: `${origin}/tiktok`,
    OPENAI_API_KEY: c.openai.apiKey,
    OPENAI_BASE_URL: `${origin}/openai/v1`,
    OPENAI_MODEL: c.openai.model,
    ANTHROPIC_API_KEY: c.anthropic.apiKey,
    ANTHROPIC_BASE_URL: `${origin}/anthropic`,
    ANTHROPIC_MODEL: c.anthropic.model,
    XAI_API_KEY: c.xai.apiKey,
    XAI_BASE_URL: `${origin}/xai/v1`,
    XAI_MODEL: c.xai.model,
    AI_ENDPOINT_NOTE: 'Sandbox',
    AI_ENDPOINT_NOTE_FOR: origin,
    SMTP_URL: `smtp://127.0.0.1:${address.smtpPort}`,
  };
}
