import { Injectable } from '@nestjs/common';
import { Logger } from '@postloom/chassis';
import { metrics } from '../metrics.ts';
import { PlatformError, Platforms } from '../platforms/index.ts';
import { Vault } from '../vault/index.ts';
import { MAX_TRIES, pauseAfter } from './revocation.ts';
import type { Revocation } from './revocations.claims.ts';

/** How a try ended; `failed`: another one may follow. */
type Outcome = 'revoked' | 'still_used' | 'ended_before' | 'failed';

/** One try to withdraw a consent at its platform. */
@Injectable()
export class RevokeConsent {
  constructor(
    private readonly platforms: Platforms,
    private readonly vault: Vault,
    private readonly logger: Logger,
  ) {}

  /** Seconds until the next try; null: the revocation is over, and its row is to be deleted. */
  async execute(revocation: Revocation): Promise<number | null> {
    const outcome = revocation.isStillUsed ? 'still_used' : await this.attempt(revocation);
    const pause = outcome === 'failed' ? pauseAfter(revocation.tries) : null;
    const { platform, accountId, tries } = revocation;
    const isGivenUp = outcome === 'failed' && pause === null;
    metrics.revocationsTotal.add(1, { platform, outcome: isGivenUp ? 'given_up' : outcome });
    if (isGivenUp) {
      this.logger.error('A consent could not be taken back at its platform; its tokens are destroyed here', {
        platform,
        accountId,
        tries,
      });
    }
    return pause;
  }

  private async attempt({ businessId, accountId, platform, origin, sealed, tries }: Revocation): Promise<Outcome> {
    const adapter = this.platforms.find(platform, origin);
    // More tries than there are pauses: the tries before it did not survive to record their failure.
    if (adapter === null || tries > MAX_TRIES) {
      return 'failed';
    }
    try {
      const binding = { businessId, platform, origin, subjectId: accountId };
      await adapter.signIn.revoke(this.vault.openTokens(binding, sealed));
      return 'revoked';
    } catch (error) {
      const problem = error instanceof PlatformError ? error.problem : null;
      // The platform no longer accepts the token: there is no consent left to withdraw with it.
      if (problem?.kind === 'reconnect') {
        return 'ended_before';
      }
      const reason = problem === null ? { error } : { problem: problem.code };
      this.logger.warn('A consent could not be taken back at its platform yet', {
        platform,
        accountId,
        tries,
        ...reason,
      });
      return 'failed';
    }
  }
}
