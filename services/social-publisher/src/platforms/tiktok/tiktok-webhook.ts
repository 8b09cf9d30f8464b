import { z } from 'zod';
import type { PlatformWebhook, WebhookEffect } from '../definition.ts';
import { parsed, readTiktokSignature } from '../signatures.ts';

/** `content` is JSON in a text. */
const Event = z.object({
  client_key: z.string(),
  event: z.string(),
  create_time: z.number().int().positive(),
  user_openid: z.string(),
  content: z.string().default('{}'),
});
const Content = z.object({ publish_id: z.string().min(4) });

/** A message about a post is not believed: it causes a verification, and the platform's answer counts. */
export const tiktokWebhook: PlatformWebhook = {
  verifyTokenSetting: null,
  repeats: false,
  alsoSignedBy: [],
  read: ({ signature, body, now, toleranceSeconds }, { clientId, clientSecret: secret }) => {
    const signed = readTiktokSignature(signature, body, { secret, toleranceSeconds, now });
    if (signed === null) {
      return null;
    }
    const event = Event.safeParse(parsed(body));
    const isOurs = event.success && event.data.client_key === clientId;
    return { digest: signed.digest, effects: isOurs ? effectsOf(event.data) : [] };
  },
};

function effectsOf(event: z.infer<typeof Event>): WebhookEffect[] {
  switch (event.event) {
    case 'authorization.removed': {
      const at = new Date(event.create_time * 1_000);
      return [{ kind: 'consent_ended', personOrAccountId: event.user_openid, at }];
    }
    case 'post.publish.complete':
    case 'post.publish.failed':
    case 'post.publish.publicly_available': {
      const content = Content.safeParse(parsed(Buffer.from(event.content)));
      return content.success
        ? [
            {
              kind: 'post_changed',
              accountRemoteId: event.user_openid,
              step: 'publishId',
              value: content.data.publish_id,
            },
          ]
        : [];
    }
    default:
      return [];
  }
}
