import { Injectable } from '@nestjs/common';
import { Clock } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { Platforms, readSignedRequest } from '../platforms/index.ts';
import { CallbacksClaims } from './callbacks.claims.ts';

type MetaPlatform = 'instagram' | 'facebook';

/** Whom a message of Meta names, and where. */
export interface MetaWord {
  /** The platforms whose accounts it concerns. */
  readonly platforms: readonly MetaPlatform[];
  readonly personOrAccountId: string;
  readonly issuedAt: Date;
}

/**
 * Messages that Meta signs. Signed with the secret of the Instagram app or of the Meta app; it is not documented which of them signs for
 * Instagram Login, so the Meta app's signature is accepted for both.
 */
@Injectable()
export class MetaMessages {
  constructor(
    private readonly platforms: Platforms,
    private readonly clock: Clock,
    private readonly callbacks: CallbacksClaims,
  ) {}

  /**
   * Runs `effect` once per message, in the transaction that records it.
   * @throws {AppError} unauthorized: not signed by Meta, too old, or a copy of a message that was already accepted
   */
  async take<T extends object>(signedRequest: string, effect: (tx: Tx, word: MetaWord) => Promise<T>): Promise<T> {
    const now = this.clock.now();
    const secretOf = (platform: MetaPlatform): string => this.platforms.app(platform).clientSecret;
    const byInstagram = readSignedRequest(signedRequest, secretOf('instagram'), now);
    const said = byInstagram ?? readSignedRequest(signedRequest, secretOf('facebook'), now);
    const signer: MetaPlatform = byInstagram === null ? 'facebook' : 'instagram';
    const platforms: readonly MetaPlatform[] = byInstagram === null ? ['facebook', 'instagram'] : ['instagram'];
    const outcome =
      said === null
        ? null
        : await this.callbacks.once(signer, said.digest, (tx) => {
            const { personOrAccountId, issuedAt } = said;
            return effect(tx, { platforms, personOrAccountId, issuedAt });
          });
    metrics.callbacksTotal.add(1, { platform: 'meta', outcome: outcome === null ? 'refused' : 'taken' });
    if (outcome === null) {
      throw new AppError('unauthorized');
    }
    return outcome;
  }
}
