import { definitions, platformCredentials } from './platforms/definitions.ts';
import { stripeCredentials } from './stripe/credentials.ts';

/**
 * The settings that make the services use the sandbox instead of the real world.
 *
 * The names are those that configure production (`INSTAGRAM_CLIENT_ID`, `OPENAI_BASE_URL`, `SMTP_URL`, ...), so a
 * service cannot tell the difference. The credentials are fixed on purpose: they work only with a sandbox.
 */

/** App credentials and API keys that the sandbox accepts, and no others. */
export const sandboxCredentials = {
  ...platformCredentials,
  openai: { apiKey: 'sk-sandbox-openai', model: 'gpt-4.1-mini' },
  anthropic: { apiKey: 'sk-ant-sandbox', model: 'claude-sonnet-4-6' },
  xai: { apiKey: 'xai-sandbox', model: 'grok-4.20-non-reasoning' },
  stripe: stripeCredentials,
} as const;

/** Where the sandbox listens, as the services reach it. */
export interface SandboxAddress {
  /** Origin without a trailing slash, for example `http://localhost:3900`. */
  readonly origin: string;
  /** TCP port of the SMTP inbox on 127.0.0.1. */
  readonly smtpPort: number;
}

/**
 * Environment of services that use the sandbox. Pure.
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
    ...Object.assign({}, ...Object.values(definitions).map((platform) => platform.environment(origin))),
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

/** Environment of services that take payments through the sandbox; the default is the simulated payment. Pure. */
export function sandboxPayments({ origin }: Pick<SandboxAddress, 'origin'>): Record<string, string> {
  const { secretKey, webhookSecret } = sandboxCredentials.stripe;
  return {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: `${origin.replace(/\/+$/, '')}/stripe`,
  };
}
