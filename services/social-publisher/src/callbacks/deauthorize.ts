import { Inject, Injectable } from '@nestjs/common';
import { Clock, CONFIG } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import type { PublisherConfig } from '../config.ts';
import { metrics } from '../metrics.ts';
import { CallbacksClaims } from './callbacks.claims.ts';
import { EndConsent } from './end-consent.ts';
import { readSignedRequest } from './signatures.ts';

/**
 * Meta tells that a person, or a Page, removed the app (platform-apis 3). Signed with the secret of the Instagram app or of
 * the Meta app; which of them signs for Instagram Login is not documented, so the Meta app's word counts for both.
 */
@Injectable()
export class Deauthorize {
  constructor(
    @Inject(CONFIG) private readonly config: PublisherConfig,
    private readonly clock: Clock,
    private readonly callbacks: CallbacksClaims,
    private readonly endConsent: EndConsent,
  ) {}

  /** @throws {AppError} unauthorized: not signed by Meta, too old, or a copy of one that was taken */
  async execute(signedRequest: string): Promise<{ accounts: number }> {
    const now = this.clock.now();
    const byInstagram = readSignedRequest(signedRequest, this.config.instagramClientSecret, now);
    const said = byInstagram ?? readSignedRequest(signedRequest, this.config.facebookClientSecret, now);
    const outcome =
      said === null
        ? null
        : await this.callbacks.once(byInstagram === null ? 'facebook' : 'instagram', said.digest, async (tx) => {
            let accounts = 0;
            for (const platform of byInstagram === null
              ? (['facebook', 'instagram'] as const)
              : (['instagram'] as const)) {
              accounts += await this.endConsent.execute(tx, platform, said.personOrAccountId, said.issuedAt);
            }
            return { accounts };
          });
    metrics.callbacksTotal.add(1, { platform: 'meta', outcome: outcome === null ? 'refused' : 'taken' });
    if (outcome === null) {
      throw new AppError('unauthorized');
    }
    return outcome;
  }
}
