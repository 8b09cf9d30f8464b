import { Injectable } from '@nestjs/common';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { AccountsRepository, BreakAccount } from '../accounts/index.ts';
import { LanesRepository } from '../lanes/index.ts';
import type { Block, ClaimedLane } from '../lanes/index.ts';
import { metrics } from '../metrics.ts';
import type { BudgetNote } from '../platforms/index.ts';
import { SecretsRepository } from '../vault/index.ts';
import type { StoredSecret } from '../vault/index.ts';
import type { JobSnapshot } from './job-snapshot.ts';
import type { Job } from './job.ts';
import { beginsLongWait } from './long-wait.ts';
import { JobsRepository } from './jobs.repository.ts';
import type { Transition } from './protocol.ts';
import { TargetEvents } from './target-events.ts';
import { forNewerRound } from './transitions.ts';
import { LaneLost } from './lane-run.ts';
import type { Next, LaneRun } from './lane-run.ts';

/**
 * Writes the outcome of a step and its events, in one transaction that only succeeds while the lane is ours. What comes next is
 * read in a transaction of its own: nothing that fails there may undo the record that a post is public.
 */
@Injectable()
export class SettleStep {
  constructor(
    private readonly uow: Uow,
    private readonly jobs: JobsRepository,
    private readonly lanes: LanesRepository,
    private readonly accounts: AccountsRepository,
    private readonly breakAccount: BreakAccount,
    private readonly secrets: SecretsRepository,
    private readonly events: TargetEvents,
  ) {}

  /** `stop`: the lane belongs to another worker, and nothing was written. */
  execute(run: LaneRun, job: Job, planned: Transition, budgets: readonly BudgetNote[]): Promise<Next> {
    const { lane } = run;
    const secret = run.credentials?.secret ?? null;
    return this.whileOurs(run, async (tx) => {
      if (planned.park !== null) {
        await this.accounts.lock(tx, lane.businessId, lane.id);
      }
      const next = await this.forCurrentRound(tx, lane, job, planned);
      const [isOurs, snapshot] = await Promise.all([
        this.lanes.lock(tx, lane),
        this.jobs.apply(tx, job, next),
        ...blocksOf(run, next, budgets).map((block) => this.lanes.block(tx, lane, block)),
      ]);
      if (!isOurs) {
        throw new LaneLost();
      }
      if (snapshot !== null) {
        await this.events.end(tx, lane.businessId, snapshot);
        if (beginsLongWait(job, next)) {
          await this.events.publishing(tx, lane.businessId, snapshot);
        }
        if (next.failures > job.failures && isOpen(snapshot) && next.readyIn !== null) {
          const until = new Date((await tx.now()).getTime() + next.readyIn * 1_000);
          await this.events.retrying(tx, lane.businessId, snapshot, until, next.failures);
        }
        tx.afterCommit(() => count(snapshot.state, job));
      }
      if (next.park !== null) {
        await this.park(tx, lane, next.park, secret);
      }
    });
  }

  /** Records and announces the end of a post that is public, with its permalink if it could be read. */
  announce(run: LaneRun, job: Job, permalink: string | null): Promise<Next> {
    const { lane } = run;
    return this.whileOurs(run, async (tx) => {
      const [isOurs, snapshot] = await Promise.all([this.lanes.lock(tx, lane), this.jobs.finish(tx, job, permalink)]);
      if (!isOurs) {
        throw new LaneLost();
      }
      await this.events.end(tx, lane.businessId, snapshot);
      tx.afterCommit(() => count(snapshot.state, job));
    });
  }

  /** A newer round may have been adopted while the outcome of an open call was being found out. */
  private async forCurrentRound(tx: Tx, lane: ClaimedLane, job: Job, planned: Transition): Promise<Transition> {
    if (job.state !== 'verifying' || planned.published !== null) {
      return planned;
    }
    const [, round] = await Promise.all([this.lanes.lock(tx, lane), this.jobs.currentRound(tx, job)]);
    return round === job.round ? planned : forNewerRound(planned);
  }

  private async whileOurs(run: LaneRun, work: (tx: Tx) => Promise<void>): Promise<Next> {
    try {
      await this.uow.run(Scope.business(run.lane.businessId), work);
      return 'next';
    } catch (error) {
      if (!(error instanceof LaneLost)) {
        throw error;
      }
      run.lease.lose();
      return 'stop';
    }
  }

  /** The token is dead: one call proved it. The lane is parked, the owner notified, and every waiting post shows why. */
  parkLane(lane: ClaimedLane, reason: { code: string; message: string }, secret: StoredSecret): Promise<void> {
    return this.uow.run(Scope.business(lane.businessId), async (tx) => {
      await this.accounts.lock(tx, lane.businessId, lane.id);
      if (await this.lanes.lock(tx, lane)) {
        await this.park(tx, lane, reason, secret);
      }
    });
  }

  private async park(
    tx: Tx,
    lane: ClaimedLane,
    reason: { code: string; message: string },
    secret: StoredSecret | null,
  ): Promise<void> {
    // Reconnected while the old token was being refused: the refusal says nothing about the new one.
    const current = await this.secrets.find(tx, lane.businessId, lane.id);
    if (current !== null && secret !== null && current.generation !== secret.generation) {
      return;
    }
    if (!(await this.breakAccount.execute(tx, lane, reason.message))) {
      return;
    } // removed in the meantime: already parked, for that reason
    for (const job of await this.jobs.markParked(tx, lane.id, reason, 'all')) {
      await this.events.needsAttention(tx, lane.businessId, job);
    }
  }
}

function isOpen({ state }: JobSnapshot): boolean {
  return state === 'queued' || state === 'prepared';
}

/** Limits that the answers of a step revealed; a refusal brings its own message. */
function blocksOf(run: LaneRun, next: Transition, budgets: readonly BudgetNote[]): Block[] {
  const message = `${run.label} allows no more for now.`;
  const noted = budgets.map(({ scope, seconds }) => ({ scope, seconds, code: 'used_up', message }));
  return next.block === null ? noted : [...noted, next.block];
}

function count(state: string, job: Job): void {
  if (state === 'published' || state === 'failed' || state === 'needs_attention') {
    metrics.jobsEndedTotal.add(1, { platform: job.platform, end: state });
  }
}
