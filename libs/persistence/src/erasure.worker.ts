import { Injectable } from '@nestjs/common';
import { counter, defineMetrics } from '@postloom/chassis';
import { LeasedTableWorker, WorkerTools } from './leased-worker.ts';
import type { Run } from './leased-worker.ts';
import type { LeasedRow } from './leases.ts';
import { Scope } from './scope.ts';
import type { Tx } from './tx.ts';

const TABLE = 'erasures';
const LEASE_SECONDS = 60;
/** Rows deleted per transaction; rows that reference them by a foreign key go with them. */
const BATCH = 500;
/** After this time the next business gets its turn. */
const LONGEST_RUN_MS = 20_000;
/** Longer than any transaction may take: one that began before the deletion and did not see it has committed by then. */
export const LAST_LOOK_SECONDS = 120;
/** Delay before rows that may not be deleted yet (the outcome of a call is open) are tried again. */
const WAIT_SECONDS = 5;

const metrics = defineMetrics('erasure', {
  rowsDeleted: counter('Rows of deleted businesses that were erased, without those that went by a foreign key'),
  businessesErased: counter('Deleted businesses of which nothing is left'),
});

/** One table of a service that holds rows of businesses. */
export interface ErasureStep {
  /** Has a `business_id` and an index that begins with it. */
  readonly table: string;
  /** The primary key; columns separated by commas. Default `id`. */
  readonly key?: string;
  /**
   * In place of the plain delete: deletes up to `limit` rows with whatever belongs to them in the same transaction;
   * returns their number, 0 when nothing is left or the rest may not be deleted yet.
   */
  readonly erase?: (tx: Tx, businessId: string, limit: number) => Promise<number>;
}

/** The tables that hold a business's rows, in the order in which they are erased. Each service provides one. */
export abstract class ErasurePlan {
  abstract readonly steps: readonly ErasureStep[];

  /**
   * Done when no table holds a row, and once more at the last look, in the transaction that gives the receipt: what is left to do about
   * whatever lies outside the database.
   */
  emptied?(tx: Tx, businessId: string): Promise<void>;
}

/**
 * Erases deleted businesses: batch by batch, each a short transaction fenced by the lease, so that a business of any size
 * is erased and a process that dies loses one batch. Once no table holds a row, checked again after every transaction that
 * overlapped the deletion has ended, it writes `emptied_at` as the receipt.
 */
@Injectable()
export class ErasureWorker extends LeasedTableWorker<LeasedRow> {
  constructor(
    tools: WorkerTools,
    private readonly plan: ErasurePlan,
  ) {
    super(tools, {
      ...{ name: 'erasure', slots: 2, pollMs: 5_000 },
      ...{ table: TABLE, leaseSeconds: LEASE_SECONDS, scope: Scope.global() },
    });
  }

  protected override async work(row: LeasedRow, { signal, claimedAtMs }: Run): Promise<void> {
    const { clock, uow, leases } = this.tools;
    const { id, lease_epoch: epoch } = row;
    for (const step of this.plan.steps) {
      let deleted = BATCH;
      while (deleted === BATCH || (step.erase !== undefined && deleted > 0)) {
        if (signal.aborted || clock.monotonicMs() - claimedAtMs > LONGEST_RUN_MS) {
          await uow.run(Scope.global(), (tx) => leases.release(tx, TABLE, id, epoch, 'now'));
          return;
        }
        deleted = await uow.run(Scope.business(id), (tx) => this.batch(tx, row, step), { timeoutMs: 30_000 });
        metrics.rowsDeleted.add(deleted);
      }
    }
    await uow.run(Scope.business(id), (tx) => this.finish(tx, row));
  }

  private async batch(tx: Tx, row: LeasedRow, step: ErasureStep): Promise<number> {
    const { id } = row;
    await this.extendLease(tx, row);
    const deleted = step.erase ? await step.erase(tx, id, BATCH) : await deleteRows(tx, id, step);
    await tx.execute(`UPDATE ${TABLE} SET rows_deleted = rows_deleted + $2 WHERE id = $1`, [id, deleted]);
    return deleted;
  }

  private async finish(tx: Tx, { id, lease_epoch: epoch }: LeasedRow): Promise<void> {
    const { leases, logger } = this.tools;
    for (const { table } of this.plan.steps) {
      const left = await tx.query(`SELECT 1 AS one FROM ${table} WHERE business_id = $1 LIMIT 1`, [id]);
      if (left.length > 0) {
        await leases.release(tx, TABLE, id, epoch, { inSeconds: WAIT_SECONDS });
        return;
      }
    }
    await this.plan.emptied?.(tx, id);
    const [receipt] = await tx.query<{ rows: number; seconds: number }>(
      `UPDATE ${TABLE} SET emptied_at = now() WHERE id = $1 AND lease_epoch = $2 AND requested_at <= now() - make_interval(secs => $3)
      RETURNING rows_deleted AS rows, extract(epoch FROM now() - requested_at)::float8 AS seconds`,
      [id, epoch, LAST_LOOK_SECONDS],
    );
    if (receipt === undefined) {
      await leases.release(tx, TABLE, id, epoch, { inSeconds: LAST_LOOK_SECONDS });
      return;
    }
    await leases.release(tx, TABLE, id, epoch, 'infinity');
    tx.afterCommit(() => {
      metrics.businessesErased.add(1);
      logger.info('Nothing is left of a deleted business', { businessId: id, ...receipt });
    });
  }
}

function deleteRows(tx: Tx, businessId: string, { table, key = 'id' }: ErasureStep): Promise<number> {
  return tx.execute(
    `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE business_id = $1 LIMIT $2 FOR UPDATE)`,
    [businessId, BATCH],
  );
}
