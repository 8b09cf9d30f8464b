import { createHmac } from 'node:crypto';
import type { AppCredentials, WebhookRules } from '../definition.ts';

/** TikTok's envelope: `content` is JSON in a string; `TikTok-Signature: t=<s>,s=<hex HMAC of "<t>.<body>">`. */
export function tiktokWebhooks(app: AppCredentials): WebhookRules {
  return {
    make: ({ event, account, content, forged }, base) => {
      if (account === null) {
        return null;
      }
      const isRemoval = event === 'removed' || event === 'authorization.removed';
      const now = Math.floor(Date.now() / 1000);
      const body = JSON.stringify({
        client_key: app.clientId,
        event: isRemoval ? 'authorization.removed' : event,
        create_time: now,
        user_openid: account.id,
        content: JSON.stringify(isRemoval ? { reason: 1, ...content } : content),
      });
      const secret = forged ? 'a secret that nobody shares' : app.clientSecret;
      const signature = createHmac('sha256', secret).update(`${now}.${body}`).digest('hex');
      return {
        message: {
          method: 'POST',
          url: `${base}/tiktok/webhook`,
          headers: {
            'content-type': 'application/json',
            'tiktok-signature': `t=${now},s=${signature}`,
          },
          body,
        },
      };
    },
  };
}
