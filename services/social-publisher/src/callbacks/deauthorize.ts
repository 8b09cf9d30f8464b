import { Injectable } from '@nestjs/common';
import { Clock } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import { metrics } from '../metrics.ts';
import { Platforms, readSignedRequest } from '../platforms/index.ts';
import { CallbacksClaims } from './callbacks.claims.ts';
import { EndConsent } from './end-consent.ts';

/**
 * Meta reports that a person, or a Page, removed the app. Signed with the secret of the Instagram app or of the Meta app; it is not
 * documented which of them signs for Instagram Login, so the Meta app's signature is accepted for both.
 */
@Injectable()
export class Deauthorize {
  constructor(
    private readonly platforms: Platforms,
    private readonly clock: Clock,
    private readonly callbacks: CallbacksClaims,
    private readonly endConsent: EndConsent,
  ) {}

  /** @throws {AppError} unauthorized: not signed by Meta, too old, or a copy of a message that was already accepted */
  async execute(signedRequest: string): Promise<{ accounts: number }> {
    const now = this.clock.now();
    const secretOf = (platform: 'instagram' | 'facebook'): string => this.platforms.app(platform).clientSecret;
    const byInstagram = readSignedRequest(signedRequest, secretOf('instagram'), now);
    const said = byInstagram ?? readSignedRequest(signedRequest, secretOf('facebook'), now);
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
