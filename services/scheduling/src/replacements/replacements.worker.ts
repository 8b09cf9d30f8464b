import { Injectable } from '@nestjs/common';
import { LeasedTableWorker, Scope, Uow, WorkerTools } from '@postloom/persistence';
import type { LeasedRow, Run } from '@postloom/persistence';
import { ReplacementSignal } from '../facts/index.ts';
import { MoveWaitingPost } from './move-waiting-post.ts';
import { ReplacementsRepository } from './replacements.repository.ts';

export interface ReplacementRow extends LeasedRow {
  readonly business_id: string;
  readonly from_account_id: string;
  readonly to_account_id: string;
  readonly decided_by: string | null;
}

const TABLE = 'account_replacements';
const LEASE_SECONDS = 30;
const BATCH = 50;

/**
 * Moves the posts that wait for a replaced account, as a person decided: one transaction per post. A post that turns out to wait
 * later (it was on its way to the old account) wakes the decision's row again.
 */
@Injectable()
export class ReplacementsWorker extends LeasedTableWorker<ReplacementRow> {
  constructor(
    tools: WorkerTools,
    signal: ReplacementSignal,
    private readonly uow: Uow,
    private readonly replacements: ReplacementsRepository,
    private readonly move: MoveWaitingPost,
  ) {
    super(tools, {
      ...{ name: 'account replacements', slots: 4, pollMs: 5_000, table: TABLE, leaseSeconds: LEASE_SECONDS },
      ...{ scope: Scope.system('replaced accounts of all businesses'), where: `decision = 'move'` },
    });
    signal.onWake(() => this.wake());
  }

  protected override async work(row: ReplacementRow, { signal }: Run): Promise<void> {
    const scope = Scope.business(row.business_id);
    while (!signal.aborted) {
      const postIds = await this.uow.run(scope, async (tx) => {
        const isOurs = await this.tools.leases.extend(tx, TABLE, row.id, row.lease_epoch, LEASE_SECONDS);
        return isOurs ? this.replacements.postsToMove(tx, row.id, BATCH) : [];
      });
      if (postIds.length === 0) {
        break;
      }
      for (const postId of postIds) {
        await this.uow.run(scope, (tx) => this.move.execute(tx, row, postId));
      }
    }
    const readyAt = signal.aborted ? 'now' : 'infinity';
    await this.uow.run(scope, (tx) => this.tools.leases.release(tx, TABLE, row.id, row.lease_epoch, readyAt));
  }
}
