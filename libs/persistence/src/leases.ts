import type { Tx } from './tx.ts';

/** What every leased row has (see `leasedColumns`). */
export interface LeasedRow {
  id: string;
  ready_at: Date;
  lease_until: Date;
  lease_epoch: number;
  tries: number;
}

export interface ClaimOptions {
  table: string;
  /** Rows at most. Small batches keep it fair. */
  limit: number;
  leaseSeconds: number;
  /** Further condition, written by the developer; its parameters are $1 … $n. */
  where?: string;
  params?: readonly unknown[];
  /** Default: the longest ready first. */
  orderBy?: string;
}

/** When the row is ready again: never, at once, at a time, or some seconds from now by the database's clock. */
export type ReadyAt = Date | 'infinity' | 'now' | { inSeconds: number };

/**
 * The one pattern of background work: a row with a time and a lease (ARCHITECTURE section 4). Only the database's clock
 * decides. Every write of a worker names its epoch; false as an answer means that somebody else owns the row now,
 * and the worker must stop.
 */
export class Leases {
  /**
   * Takes up to `limit` ready rows for `leaseSeconds`. Two claimers never get the same row; the row of a dead worker is
   * ready again when its lease is over. Measure your own remaining time from before this call.
   */
  claim<R extends object = LeasedRow>(tx: Tx, options: ClaimOptions): Promise<(R & LeasedRow)[]> {
    const table = identifier(options.table);
    const params = options.params ?? [];
    const limit = `$${params.length + 1}`;
    const seconds = `$${params.length + 2}`;
    return tx.query<R & LeasedRow>(
      `WITH c AS (
        SELECT id FROM ${table}
        WHERE greatest(ready_at, lease_until) <= now()${options.where ? ` AND (${options.where})` : ''}
        ORDER BY ${options.orderBy ?? 'greatest(ready_at, lease_until)'} LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      UPDATE ${table} l SET lease_epoch = lease_epoch + 1, lease_until = now() + make_interval(secs => ${seconds}),
        ready_at = now()
      FROM c WHERE l.id = c.id RETURNING l.*`,
      [...params, options.limit, options.leaseSeconds],
    );
  }

  /** Extends the lease to `seconds` from now. False: the lease is lost, stop. */
  async heartbeat(tx: Tx, table: string, id: string, epoch: number, seconds: number): Promise<boolean> {
    const changed = await tx.execute(
      `UPDATE ${identifier(table)} SET lease_until = now() + make_interval(secs => $3)
      WHERE id = $1 AND lease_epoch = $2 AND lease_until > now()`,
      [id, epoch, seconds],
    );
    return changed === 1;
  }

  /**
   * Ends the lease and says when the row is ready again. A `wake` that came during the lease wins: the row is then
   * ready at once. `tries` replaces the count (0 after success). False: the lease is lost, nothing was written.
   */
  async release(
    tx: Tx,
    table: string,
    id: string,
    epoch: number,
    readyAt: ReadyAt,
    options: { tries?: number } = {},
  ): Promise<boolean> {
    const [expression, value] = readyExpression(readyAt);
    const changed = await tx.execute(
      `UPDATE ${identifier(table)} SET lease_until = '-infinity', tries = coalesce($4::int, tries),
        ready_at = CASE WHEN ready_at = '-infinity' THEN now() ELSE ${expression} END
      WHERE id = $1 AND lease_epoch = $2`,
      [id, epoch, value, options.tries ?? null],
    );
    return changed === 1;
  }

  /**
   * There is work on this row: ready now, or right after its present lease. Never touches the lease itself. On a leased
   * row the wake-up is noted as `-infinity`, so that the release of a worker that looked too early can't lose it.
   */
  async wake(tx: Tx, table: string, id: string): Promise<void> {
    await tx.execute(
      `UPDATE ${identifier(table)}
      SET ready_at = CASE WHEN lease_until > now() THEN '-infinity' ELSE least(ready_at, now()) END WHERE id = $1`,
      [id],
    );
  }
}

function readyExpression(readyAt: ReadyAt): [string, unknown] {
  if (readyAt === 'infinity' || readyAt === 'now') {
    return [`CASE $3::text WHEN 'now' THEN now() ELSE 'infinity'::timestamptz END`, readyAt];
  }
  if (readyAt instanceof Date) {
    return ['$3::timestamptz', readyAt];
  }
  return ['now() + make_interval(secs => $3)', readyAt.inSeconds];
}

function identifier(name: string): string {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name)) {
    throw new Error(`"${name}" is not a plain table name`);
  }
  return name;
}
