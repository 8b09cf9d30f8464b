import { Injectable } from '@nestjs/common';
import { counter, defineMetrics } from '@postloom/chassis';
import { identityEvents } from '@postloom/contracts';
import { LAST_LOOK_SECONDS } from './erasure.worker.ts';
import { LeasedTableWorker, WorkerTools } from './leased-worker.ts';
import type { LeasedRow } from './leases.ts';
import { Scope } from './scope.ts';
import type { Tx } from './tx.ts';

const TABLE = 'person_erasures';
const LEASE_SECONDS = 60;
const BATCH = 500;
/** Events of the outbox looked at per transaction. */
const EVENTS = 5_000;
/** Delay before it is looked again whether the businesses are gone and storage and platforms have done their part. */
const WAIT_SECONDS = 5;

const metrics = defineMetrics('person_erasure', {
  rowsDeleted: counter('Rows of deleted people that belonged to no business and were erased'),
  peopleErased: counter('Deleted people of whom nothing is left in this service'),
});

/** A table with rows of a person that belong to no business. */
export interface PersonStep {
  readonly table: string;
  /** The column with the person's id, the first of an index. */
  readonly person: string;
  /** The primary key; columns separated by commas. */
  readonly key: string;
  /** Done before a batch is deleted, in its transaction: whatever lies outside the database and is found by these rows. */
  readonly alongside?: (tx: Tx, userId: string) => Promise<void>;
}

/** The tables of a service that owns a limit, in an order that its foreign keys allow. */
export const quotaSteps: readonly PersonStep[] = [
  { table: 'reservations', person: 'payer_id', key: 'id' },
  { table: 'usage', person: 'payer_id', key: 'payer_id, metric, period_start' },
  { table: 'entitlements', person: 'payer_id', key: 'payer_id' },
  { table: 'business_payers', person: 'payer_id', key: 'business_id' },
];

/** The tables that every service has. */
const commonSteps: readonly PersonStep[] = [
  { table: 'idempotency_keys', person: 'user_id', key: 'user_id, business_id, call, key' },
  { table: 'idempotency', person: 'user_id', key: 'user_id, call, key' },
];

/** What a service keeps of a person beyond their businesses, and whom it tells when nothing is left. Each service provides one. */
export abstract class PersonErasurePlan {
  abstract readonly steps: readonly PersonStep[];

  /**
   * True as long as work outside the database is left for the businesses of this erasure: objects in storage, consents at platforms. In
   * the system's scope.
   */
  isUnderWay(_tx: Tx, _erasureId: string): Promise<boolean> {
    return Promise.resolve(false);
  }

  /** Gives the receipt, in the transaction that ends the erasure. */
  abstract done(tx: Tx, receipt: { erasureId: string; rowsDeleted: number }): Promise<void>;
}

interface PersonErasureRow extends LeasedRow {
  readonly user_id: string;
  readonly businesses: number;
}

/**
 * Erases what is a person's own, in batches, and gives the service's receipt once nothing is left: every business that was deleted with the
 * person is emptied, storage and platforms have done their part, and a last look after every transaction that overlapped the deletion, and
 * every request of a session that ended with it, has found no row.
 */
@Injectable()
export class PersonErasureWorker extends LeasedTableWorker<PersonErasureRow> {
  constructor(
    tools: WorkerTools,
    private readonly plan: PersonErasurePlan,
  ) {
    super(tools, {
      ...{ name: 'person erasure', slots: 2, pollMs: 5_000 },
      ...{ table: TABLE, leaseSeconds: LEASE_SECONDS, scope: Scope.global(), where: 'emptied_at IS NULL' },
    });
  }

  protected override async work(row: PersonErasureRow): Promise<void> {
    const { uow, leases } = this.tools;
    const { id, lease_epoch: epoch } = row;
    const deleted = await this.deleteOwn(row);
    const isEmptied =
      deleted === 0 &&
      (await uow.run(Scope.global(), (tx) => this.isEmptied(tx, row))) &&
      !(await uow.run(Scope.system('what is left of an erasure'), (tx) => this.plan.isUnderWay(tx, id)));
    if (!isEmptied) {
      await uow.run(Scope.global(), (tx) => leases.release(tx, TABLE, id, epoch, { inSeconds: WAIT_SECONDS }));
      return;
    }
    await this.deleteEvents(row);
    await uow.run(Scope.global(), (tx) => this.finish(tx, row));
  }

  private async deleteOwn(row: PersonErasureRow): Promise<number> {
    let all = 0;
    for (const step of [...this.plan.steps, ...commonSteps]) {
      let deleted = BATCH;
      while (deleted === BATCH) {
        deleted = await this.tools.uow.run(Scope.global(), (tx) => this.batch(tx, row, step));
        all += deleted;
      }
    }
    return all;
  }

  private async batch(tx: Tx, row: PersonErasureRow, step: PersonStep): Promise<number> {
    const { table, person, key } = step;
    await this.extendLease(tx, row);
    await step.alongside?.(tx, row.user_id);
    const deleted = await tx.execute(
      `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${person} = $1 LIMIT $2 FOR UPDATE)`,
      [row.user_id, BATCH],
    );
    if (deleted > 0) {
      await tx.execute(`UPDATE ${TABLE} SET rows_deleted = rows_deleted + $2 WHERE id = $1`, [row.id, deleted]);
      tx.afterCommit(() => metrics.rowsDeleted.add(deleted));
    }
    return deleted;
  }

  /** Whether every business is emptied, and everything that overlapped the deletion has ended. */
  private async isEmptied(tx: Tx, { id, businesses }: PersonErasureRow): Promise<boolean> {
    const rows = await tx.query(
      `SELECT 1 AS emptied FROM ${TABLE} WHERE id = $1 AND requested_at <= now() - make_interval(secs => $3)
        AND $2 = (SELECT count(*) FROM erasures WHERE person_erasure_id = $1 AND emptied_at IS NOT NULL)`,
      [id, businesses, LAST_LOOK_SECONDS],
    );
    return rows.length > 0;
  }

  /**
   * Deletes what was told of the businesses, names and captions among it, page by page in the order of the feed: no index by business, which
   * every event would pay for. Nobody misses it, since who has not heard it hears of the deletion. That event stays; so does what the broker
   * has not confirmed yet. In the streams the same events age out.
   */
  private async deleteEvents(row: PersonErasureRow): Promise<void> {
    let last: { at: string; id: string } | undefined = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
    while (last !== undefined) {
      const { at, id }: { at: string; id: string } = last;
      last = await this.tools.uow.run(Scope.global(), (tx) => this.deleteEventsAfter(tx, row, at, id), {
        timeoutMs: 30_000,
      });
    }
    await this.tools.uow.run(Scope.global(), (tx) =>
      tx.execute(
        `DELETE FROM inbox i USING erasures e
        WHERE i.state = 'parked' AND e.person_erasure_id = $1 AND i.envelope ->> 'businessId' = e.id::text`,
        [row.id],
      ),
    );
  }

  /** One page; returns its last position, undefined when it was the last page. */
  private async deleteEventsAfter(
    tx: Tx,
    row: PersonErasureRow,
    at: string,
    after: string,
  ): Promise<{ at: string; id: string } | undefined> {
    await this.extendLease(tx, row);
    const [last] = await tx.query<{ at: string; id: string }>(
      `WITH page AS MATERIALIZED (
        SELECT id, created_at, business_id FROM outbox WHERE (created_at, id) > ($2::timestamptz, $3::uuid)
        ORDER BY created_at, id LIMIT ${EVENTS}),
      gone AS (
        DELETE FROM outbox o USING page p, erasures e
        WHERE o.id = p.id AND o.created_at = p.created_at AND e.id = p.business_id AND e.person_erasure_id = $1
          AND o.published_at IS NOT NULL AND o.subject <> '${identityEvents.businessDeleted.subject}')
      SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, id FROM page
      ORDER BY created_at DESC, id DESC LIMIT 1`,
      [row.id, at, after],
    );
    return last;
  }

  /** Writes and gives the receipt. The rows of the businesses count for the whole. */
  private async finish(tx: Tx, { id, lease_epoch: epoch }: PersonErasureRow): Promise<void> {
    const [receipt] = await tx.query<{ rows: number; seconds: number }>(
      `UPDATE ${TABLE} p SET emptied_at = now(), user_id = NULL, rows_deleted = p.rows_deleted +
        (SELECT coalesce(sum(rows_deleted), 0)::bigint FROM erasures WHERE person_erasure_id = $1)
      WHERE p.id = $1 AND p.lease_epoch = $2
      RETURNING p.rows_deleted AS rows, extract(epoch FROM now() - p.requested_at)::float8 AS seconds`,
      [id, epoch],
    );
    if (receipt === undefined) {
      throw new Error('the lease of an erasure was lost');
    }
    await this.tools.leases.release(tx, TABLE, id, epoch, 'infinity');
    await this.plan.done(tx, { erasureId: id, rowsDeleted: receipt.rows });
    tx.afterCommit(() => {
      metrics.peopleErased.add(1);
      this.tools.logger.info('Nothing is left of a deleted person', { erasureId: id, ...receipt });
    });
  }
}
