import type { Platform } from '@postloom/contracts';
import type { PlatformWebhook } from '../definition.ts';
import { isMetaSignature, sha256 } from '../signatures.ts';

/**
 * Meta's webhooks carry no time, and nothing that is sent here changes a connection: removal comes as a signed_request
 * (`Deauthorize`). Which of the two apps signs for Instagram Login is not documented.
 */
export const metaWebhook = (alsoSignedBy: readonly Platform[]): PlatformWebhook => ({
  verifyTokenSetting: 'webhookVerifyToken',
  repeats: true,
  alsoSignedBy,
  read: ({ signature, body }, _app, secrets) =>
    secrets.some((secret) => isMetaSignature(signature, body, secret)) ? { digest: sha256(body), effects: [] } : null,
});
