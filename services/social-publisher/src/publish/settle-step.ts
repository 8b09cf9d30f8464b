import { Inject, Injectable } from '@nestjs/common';
import { publisherEvents } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { AccountsRepository } from '../accounts/index.ts';
import { LanesRepository } from '../lanes/index.ts';
import type { HeldLane } from '../lanes/index.ts';
import { metrics } from '../metrics.ts';
import type { BudgetNote } from '../platforms/index.ts';
import { SecretsRepository } from '../vault/index.ts';
import type { StoredSecret } from '../vault/index.ts';
import { disconnectedMessage } from './enqueue-target.ts';
import type { Job } from './job.ts';
import { JobsRepository } from './jobs.repository.ts';
import { TellTarget } from './tell-target.ts';
import type { Transition } from './protocol.ts';

/** Writes what a step has led to, and tells it, in one transaction that only succeeds while the lane is ours. */
@Injectable()
export class SettleStep {
  constructor(
    @Inject(Uow) private readonly uow: Uow,
    @Inject(JobsRepository) private readonly jobs: JobsRepository,
    @Inject(LanesRepository) private readonly lanes: LanesRepository,
    @Inject(AccountsRepository) private readonly accounts: AccountsRepository,
    @Inject(SecretsRepository) private readonly secrets: SecretsRepository,
    @Inject(TellTarget) private readonly tell: TellTarget,
  ) {}

  /** False: the lane belongs to somebody else, nothing was written. */
  execute(
    lane: HeldLane,
    job: Job,
    next: Transition,
    used: { budgets: readonly BudgetNote[]; secret: StoredSecret | null },
  ): Promise<boolean> {
    return this.uow.run(Scope.business(lane.businessId), async (tx) => {
      if (!(await this.lanes.hold(tx, lane))) return false;
      for (const note of used.budgets) await this.lanes.block(tx, lane, note.scope, note.seconds);
      if (next.block !== null) await this.lanes.block(tx, lane, next.block.scope, next.block.seconds);
      const told = await this.jobs.apply(tx, job, next);
      await this.tell.end(tx, lane.businessId, told);
      if (next.park !== null) await this.park(tx, lane, next.park, used.secret);
      tx.afterCommit(() => count(told.state, job));
      return true;
    });
  }

  /** Tells the end of a post that is public, with its permalink if it could be had. */
  announce(lane: HeldLane, job: Job, permalink: string | null): Promise<boolean> {
    return this.uow.run(Scope.business(lane.businessId), async (tx) => {
      if (!(await this.lanes.hold(tx, lane))) return false;
      const told = await this.jobs.finish(tx, job, permalink);
      await this.tell.end(tx, lane.businessId, told);
      tx.afterCommit(() => count(told.state, job));
      return true;
    });
  }

  /** The token is dead: one call was enough to know. The lane is parked, the owner told, every waiting post says why. */
  parkLane(lane: HeldLane, reason: { code: string; message: string }, secret: StoredSecret): Promise<boolean> {
    return this.uow.run(Scope.business(lane.businessId), async (tx) => {
      if (!(await this.lanes.hold(tx, lane))) return false;
      await this.park(tx, lane, reason, secret);
      return true;
    });
  }

  /**
   * The lane was parked from outside: a person disconnected, the platform told that its consent was taken back, the token's
   * time was over. What waits in it says why, once.
   */
  async tellParked(tx: Tx, lane: HeldLane, parked: 'reconnect' | 'disconnected'): Promise<void> {
    const account = await this.accounts.byId(tx, lane.businessId, lane.id);
    const message =
      parked === 'disconnected'
        ? disconnectedMessage
        : (account?.brokenReason ?? 'Reconnect the account, waiting posts follow by themselves.');
    for (const job of await this.jobs.markParked(tx, lane.id, { code: parked, message }))
      await this.tell.needsAttention(tx, lane.businessId, job);
  }

  private async park(
    tx: Tx,
    lane: HeldLane,
    reason: { code: string; message: string },
    secret: StoredSecret | null,
  ): Promise<void> {
    // Connected anew while the old token was being refused: the new one has done nothing wrong.
    const current = await this.secrets.find(tx, lane.businessId, lane.id);
    if (current !== null && secret !== null && current.generation !== secret.generation) return;
    const broken = await this.accounts.setState(tx, lane.businessId, lane.id, 'broken', reason.message);
    if (broken === null) return; // removed meanwhile: parked already, for that reason
    await this.lanes.park(tx, lane.id, 'reconnect');
    await tx.emit(publisherEvents.accountBroken, {
      businessId: lane.businessId,
      entityId: lane.id,
      version: broken.version,
      data: { accountId: lane.id, platform: broken.platform, accountName: broken.name, reason: reason.message },
    });
    for (const job of await this.jobs.markWaiting(tx, lane.id, reason))
      await this.tell.needsAttention(tx, lane.businessId, job);
  }
}

function count(state: string, job: Job): void {
  if (state === 'published' || state === 'failed' || state === 'needs_attention') {
    metrics.jobsEndedTotal.add(1, { platform: job.platform, end: state });
  }
}
