import { Injectable } from '@nestjs/common';
import { Scope, Uow } from '@postloom/persistence';
import { AccountsRepository } from '../accounts/index.ts';
import { LanesRepository, refreshBlock } from '../lanes/index.ts';
import type { PlatformProblem } from '../platforms/index.ts';
import { RevocationsRepository } from '../revocations/index.ts';
import { SecretsRepository } from '../vault/index.ts';
import { LaneTokens } from './lane-tokens.ts';
import { SettleStep } from './settle-step.ts';
import type { CallingRun, Next, LaneRun } from './lane-run.ts';

/** A token that expires within this time counts as expired: a call with it might arrive too late. */
const EXPIRES_SOON_MS = 30_000;

/** The tokens of a run: refreshed when they are about to end or were refused, revoked when the account is gone. */
@Injectable()
export class RefreshLane {
  constructor(
    private readonly uow: Uow,
    private readonly lanes: LanesRepository,
    private readonly laneTokens: LaneTokens,
    private readonly settle: SettleStep,
    private readonly accounts: AccountsRepository,
    private readonly secrets: SecretsRepository,
    private readonly revocations: RevocationsRepository,
  ) {}

  /** The token is about to expire: refresh it before anything else. */
  async due(run: CallingRun): Promise<Next> {
    const outcome = await this.now(run);
    if (outcome === null) {
      return 'next';
    }
    if (outcome === 'lost' || run.credentials === null) {
      return 'stop';
    }
    if (outcome.kind === 'reconnect') {
      await this.settle.parkLane(run.lane, outcome, run.credentials.secret);
      return 'next'; // what has waited too long still ends
    }
    // The old token may still work; if not, the lane waits.
    const seconds = outcome.kind === 'wait' ? outcome.seconds : 30;
    const { tokens } = run.credentials;
    const { code, message } = outcome;
    return this.uow.run(Scope.business(run.lane.businessId), async (tx) => {
      const now = await tx.now();
      const isExpired = tokens.expiresAt !== null && Date.parse(tokens.expiresAt) - EXPIRES_SOON_MS <= now.getTime();
      await this.lanes.setRefreshAt(tx, run.lane, new Date(now.getTime() + seconds * 1_000));
      if (outcome.kind === 'wait' && outcome.scope === 'app') {
        await this.lanes.block(tx, run.lane, { scope: 'app', seconds, code, message });
      } else if (isExpired) {
        await this.lanes.block(tx, run.lane, { scope: 'account', seconds, code: refreshBlock, message });
      }
      return isExpired ? 'stop' : 'next';
    });
  }

  /** Null: the run has fresh tokens. */
  async now(run: CallingRun): Promise<PlatformProblem | 'lost' | null> {
    if (run.credentials === null) {
      return 'lost';
    }
    run.hasRefreshed = true;
    const outcome = await this.laneTokens.refresh(run.lane, run.lease, run.platform, run.credentials);
    if (outcome === 'lost') {
      run.lease.lose();
      return 'lost';
    }
    if ('kind' in outcome) {
      return outcome;
    }
    run.credentials = outcome;
    return null;
  }

  /** A removed account keeps its token only while the outcome of a call is open. */
  async shred(run: LaneRun): Promise<void> {
    const { lane } = run;
    await this.uow.run(Scope.business(lane.businessId), async (tx) => {
      const account = await this.accounts.byId(tx, lane.businessId, lane.id);
      if (account?.state !== 'removed') {
        return;
      }
      const secret = await this.secrets.take(tx, lane.businessId, lane.id);
      if (secret !== null) {
        await this.revocations.add(tx, account, secret);
      }
    });
  }
}
