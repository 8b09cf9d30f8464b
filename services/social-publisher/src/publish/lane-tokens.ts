import { Injectable } from '@nestjs/common';
import { Clock, Logger } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { Sealed, Tx } from '@postloom/persistence';
import { AccountsRepository, connectionEnd } from '../accounts/index.ts';
import { LanesRepository } from '../lanes/index.ts';
import type { ClaimedLane } from '../lanes/index.ts';
import { metrics } from '../metrics.ts';
import { PlatformError } from '../platforms/index.ts';
import type { PlatformProblem, SocialPlatform, TokenSet } from '../platforms/index.ts';
import { RevocationsRepository } from '../revocations/index.ts';
import { SecretsRepository, Vault } from '../vault/index.ts';
import type { Binding, StoredSecret } from '../vault/index.ts';
import type { LaneLease } from './lane-lease.ts';

/** Seconds a lane stays leased during a refresh: twice what its one call may last (READ_TIMEOUT_MS). */
const REFRESH_LEASE_SECONDS = 30;

/** Tokens with the row they came from, so that a concurrent change is noticed. */
export interface Credentials {
  readonly tokens: TokenSet;
  readonly secret: StoredSecret;
}

/** The tokens of a lane. They are refreshed inside its lease, so there is one refresh however many workers there are. */
@Injectable()
export class LaneTokens {
  constructor(
    private readonly uow: Uow,
    private readonly secrets: SecretsRepository,
    private readonly accounts: AccountsRepository,
    private readonly lanes: LanesRepository,
    private readonly vault: Vault,
    private readonly revocations: RevocationsRepository,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Null: they were destroyed. */
  async load(tx: Tx, lane: ClaimedLane): Promise<Credentials | null> {
    const secret = await this.secrets.find(tx, lane.businessId, lane.id);
    return secret === null ? null : { secret, tokens: this.vault.openTokens(bindingOf(lane), secret) };
  }

  /**
   * New tokens, saved before they are used: a rotating refresh token works once, so they are saved even when the lane was lost in the
   * meantime. `lost`: another worker owns the lane, and no call was made.
   */
  async refresh(
    lane: ClaimedLane,
    lease: LaneLease,
    platform: SocialPlatform,
    credentials: Credentials,
  ): Promise<Credentials | PlatformProblem | 'lost'> {
    const scope = Scope.business(lane.businessId);
    const before = this.clock.monotonicMs();
    if (!(await this.uow.run(scope, (tx) => this.lanes.stretch(tx, lane, REFRESH_LEASE_SECONDS)))) {
      return 'lost';
    }
    lease.extended(before, REFRESH_LEASE_SECONDS * 1_000);
    if (lease.isLost) {
      return 'lost';
    }
    let fresh: TokenSet;
    try {
      fresh = await platform.signIn.refresh(credentials.tokens);
    } catch (error) {
      const problem = error instanceof PlatformError ? error.problem : this.unexpected(lane, platform, error);
      metrics.refreshesTotal.add(1, { platform: platform.platform, outcome: problem.kind });
      return problem;
    }
    metrics.refreshesTotal.add(1, { platform: platform.platform, outcome: 'refreshed' });
    const sealed = this.vault.sealTokens(bindingOf(lane), fresh);
    const saved = await this.uow.run(scope, async (tx) => {
      await this.accounts.lock(tx, lane.businessId, lane.id);
      const secret = await this.secrets.swap(tx, credentials.secret, sealed);
      if (secret === null) {
        // Disconnected or reconnected meanwhile.
        await this.revokeOrphan(tx, lane, sealed);
        return null;
      }
      await this.lanes.setRefreshAt(tx, lane, platform.signIn.refreshDueAt(fresh));
      await this.accounts.setTokenExpiry(tx, lane.businessId, lane.id, connectionEnd(fresh));
      return secret;
    });
    return { tokens: fresh, secret: saved ?? credentials.secret };
  }

  /** A bug, or an unexpected answer: the posts of the account continue as long as the old token works. */
  private unexpected(lane: ClaimedLane, { platform, label }: SocialPlatform, error: unknown): PlatformProblem {
    if (error instanceof AppError) {
      throw error;
    } // the database: says nothing about this account
    this.logger.error('Renewing a token has failed unexpectedly', { platform, accountId: lane.id, error });
    const message = `The connection to ${label} could not be renewed because of an error on our side.`;
    return { kind: 'transient', code: 'unexpected', message };
  }

  /** Disconnected during the refresh: the revocation that was queued then has only the old tokens. */
  private async revokeOrphan(tx: Tx, lane: ClaimedLane, sealed: Sealed): Promise<void> {
    const account = await this.accounts.byId(tx, lane.businessId, lane.id);
    if (account?.state === 'removed') {
      await this.revocations.add(tx, account, sealed);
    }
  }
}

function bindingOf({ id, businessId, platform, origin }: ClaimedLane): Binding {
  return { businessId, platform, origin, subjectId: id };
}
