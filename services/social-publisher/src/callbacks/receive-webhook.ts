import { Inject, Injectable } from '@nestjs/common';
import { Clock, CONFIG, Logger } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { z } from 'zod';
import type { PublisherConfig } from '../config.ts';
import { LanesRepository } from '../lanes/index.ts';
import { metrics } from '../metrics.ts';
import { CallbacksClaims } from './callbacks.claims.ts';
import { EndConsent } from './end-consent.ts';
import { isMetaSignature, parsed, readTiktokSignature, sha256 } from './signatures.ts';

/** `content` is JSON in a text (platform-apis 6.2). */
const TiktokEvent = z.object({
  client_key: z.string(),
  event: z.string(),
  create_time: z.number().int().positive(),
  user_openid: z.string(),
  content: z.string().default('{}'),
});
const PublishContent = z.object({ publish_id: z.string().min(4) });

export interface Webhook {
  readonly platform: Platform;
  /** The signature header as it came; empty when there was none. */
  readonly signature: string;
  readonly body: Buffer;
}

/**
 * A webhook of a platform. A webhook is a hint that something is worth a look, except for a consent that was taken back: that
 * ends the connection at once. What we don't know is taken and forgotten.
 */
@Injectable()
export class ReceiveWebhook {
  constructor(
    @Inject(CONFIG) private readonly config: PublisherConfig,
    private readonly clock: Clock,
    private readonly callbacks: CallbacksClaims,
    private readonly endConsent: EndConsent,
    private readonly lanes: LanesRepository,
    private readonly logger: Logger,
  ) {}

  /**
   * Answers how many things were touched.
   * @throws {AppError} not_found (this platform sends no webhooks here), unauthorized (signature, age, or a copy)
   */
  async execute(webhook: Webhook): Promise<{ events: number }> {
    const { platform } = webhook;
    let outcome: { events: number } | null;
    switch (platform) {
      case 'instagram':
      case 'facebook':
        outcome = await this.fromMeta(platform, webhook);
        break;
      case 'tiktok':
        outcome = await this.fromTiktok(webhook);
        break;
      case 'twitter':
      case 'linkedin':
        throw new AppError('not_found');
    }
    metrics.callbacksTotal.add(1, { platform, outcome: outcome === null ? 'refused' : 'taken' });
    if (outcome === null) {
      throw new AppError('unauthorized');
    }
    return outcome;
  }

  /**
   * Meta repeats what it believes undelivered, byte for byte and without a time in it: a copy is answered as taken and does
   * nothing. Nothing that Meta sends here changes a connection: removal comes as a signed_request (`Deauthorize`).
   */
  private async fromMeta(platform: 'instagram' | 'facebook', webhook: Webhook): Promise<{ events: number } | null> {
    const { instagramClientSecret, facebookClientSecret } = this.config;
    // Which of the two secrets signs for Instagram Login is not documented (platform-apis 3).
    const secrets = platform === 'instagram' ? [instagramClientSecret, facebookClientSecret] : [facebookClientSecret];
    if (secrets[0] === '') {
      throw new AppError('not_found');
    }
    if (!secrets.some((secret) => isMetaSignature(webhook.signature, webhook.body, secret))) {
      return null;
    }
    const isNew = await this.callbacks.once(platform, sha256(webhook.body), () => Promise.resolve(true));
    if (isNew !== null) {
      this.logger.info('Meta sent a webhook that changes nothing', { platform });
    }
    return { events: 0 };
  }

  private async fromTiktok(webhook: Webhook): Promise<{ events: number } | null> {
    const { tiktokClientId, tiktokClientSecret, webhookToleranceSeconds } = this.config;
    if (tiktokClientId === '' || tiktokClientSecret === '') {
      throw new AppError('not_found');
    }
    const signed = readTiktokSignature(webhook.signature, webhook.body, {
      secret: tiktokClientSecret,
      toleranceSeconds: webhookToleranceSeconds,
      now: this.clock.now(),
    });
    if (signed === null) {
      return null;
    }
    const event = TiktokEvent.safeParse(parsed(webhook.body));
    return this.callbacks.once('tiktok', signed.digest, async (tx) => {
      if (!event.success || event.data.client_key !== tiktokClientId) {
        this.logger.warn('TikTok sent a webhook that we do not understand');
        return { events: 0 };
      }
      return { events: await this.tiktokEffect(tx, event.data) };
    });
  }

  private async tiktokEffect(tx: Tx, event: z.infer<typeof TiktokEvent>): Promise<number> {
    switch (event.event) {
      case 'authorization.removed':
        return this.endConsent.execute(tx, 'tiktok', event.user_openid, new Date(event.create_time * 1_000));
      case 'post.publish.complete':
      case 'post.publish.failed':
      case 'post.publish.publicly_available': {
        const content = PublishContent.safeParse(parsed(Buffer.from(event.content)));
        if (!content.success) {
          return 0;
        }
        // Not believed for what it says: the lane looks, and the platform's answer counts.
        const accounts = await this.callbacks.wakeJobs(tx, event.user_openid, content.data.publish_id);
        for (const accountId of accounts) {
          await this.lanes.wake(tx, accountId);
        }
        return accounts.length;
      }
      default:
        return 0;
    }
  }
}
