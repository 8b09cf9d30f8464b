import { Inject, Injectable } from '@nestjs/common';
import { Clock, CONFIG } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import type { PublisherConfig } from '../config.ts';
import { LanesRepository } from '../lanes/index.ts';
import { metrics } from '../metrics.ts';
import { definitionOf, Platforms } from '../platforms/index.ts';
import type { WebhookEffect } from '../platforms/index.ts';
import { CallbacksClaims } from './callbacks.claims.ts';
import { EndConsent } from './end-consent.ts';

export interface Webhook {
  readonly platform: Platform;
  /** The signature header as received; empty when there was none. */
  readonly signature: string;
  readonly body: Buffer;
}

/**
 * A webhook of a platform. It is a hint that a post is worth verifying, except for a withdrawn consent, which ends the connection at once.
 * Unknown messages are accepted and ignored.
 */
@Injectable()
export class ReceiveWebhook {
  constructor(
    @Inject(CONFIG) private readonly config: PublisherConfig,
    private readonly platforms: Platforms,
    private readonly clock: Clock,
    private readonly callbacks: CallbacksClaims,
    private readonly endConsent: EndConsent,
    private readonly lanes: LanesRepository,
  ) {}

  /**
   * Returns how many posts or accounts were affected. @throws {AppError} not_found (this platform sends no webhooks here), unauthorized
   * (signature, age, or a copy)
   */
  async execute({ platform, signature, body }: Webhook): Promise<{ events: number }> {
    const { webhook } = definitionOf(platform);
    const app = this.platforms.app(platform);
    if (webhook === null || app.clientId === '' || app.clientSecret === '') {
      throw new AppError('not_found');
    }
    const message = {
      signature,
      body,
      now: this.clock.now(),
      toleranceSeconds: this.config.webhookToleranceSeconds,
    };
    const others = webhook.alsoSignedBy.map((other) => this.platforms.app(other).clientSecret);
    const read = webhook.read(message, app, [app.clientSecret, ...others]);
    const events =
      read &&
      (await this.callbacks.once(platform, read.digest, async (tx) => {
        let touched = 0;
        for (const effect of read.effects) {
          touched += await this.apply(tx, platform, effect);
        }
        return touched;
      }));
    const isTaken = events !== null || (read !== null && webhook.repeats);
    metrics.callbacksTotal.add(1, { platform, outcome: isTaken ? 'taken' : 'refused' });
    if (!isTaken) {
      throw new AppError('unauthorized');
    }
    return { events: events ?? 0 };
  }

  private async apply(tx: Tx, platform: Platform, effect: WebhookEffect): Promise<number> {
    switch (effect.kind) {
      case 'consent_ended':
        return this.endConsent.execute(tx, platform, effect.personOrAccountId, effect.at);
      case 'post_changed': {
        await this.callbacks.lockLanes(tx, platform, effect.accountRemoteId);
        const accounts = await this.callbacks.wakeJobs(tx, platform, effect);
        for (const accountId of accounts) {
          await this.lanes.wake(tx, accountId);
        }
        return accounts.length;
      }
    }
  }
}
