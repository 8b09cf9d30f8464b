import type { Tx } from './tx.ts';

/** The columns every leased row has (see `leasedColumns`). */
export interface LeasedRow {
  id: string;
  ready_at: Date;
  lease_until: Date;
  lease_epoch: number;
  tries: number;
}

export interface ClaimOptions {
  table: string;
  /** Maximum number of rows. Small batches keep claiming fair. */
  limit: number;
  leaseSeconds: number;
  /** Further condition, written by the developer; its parameters are $1 … $n. */
  where?: string;
  params?: readonly unknown[];
  /** Default: the longest ready first. */
  orderBy?: string;
}

export interface FairClaimOptions extends Pick<ClaimOptions, 'table' | 'limit' | 'leaseSeconds' | 'where'> {
  /** The uuid column whose values take turns. */
  turnsBy: TurnColumn;
}

/** Who takes turns: businesses, or people where the work belongs to no business. */
export type TurnColumn = 'business_id' | 'user_id';

/** When the row is ready again: never, at once, at a time, or some seconds from now by the database's clock. */
export type ReadyAt = Date | 'infinity' | 'now' | { inSeconds: number };

/** Position of the round over the businesses (or people): the one that was served last. */
export interface FairTurn {
  after: string;
}

/** Before the first business: every id is greater. */
export const FIRST_TURN = '00000000-0000-0000-0000-000000000000';
/** How many businesses without ready rows a fair claim may skip per row before it falls back to the oldest rows. */
const MOST_PROBES_PER_ROW = 16;

const READY = 'greatest(ready_at, lease_until) <= now()';
const AGE = 'greatest(ready_at, lease_until)';

/**
 * The one pattern of background work: a row with a time and a lease. Only the database's clock decides. Every write of a
 * worker names its epoch; a result of false means that another worker owns the row now, and this one must stop.
 */
export class Leases {
  /**
   * Takes up to `limit` ready rows for `leaseSeconds`. Two claimers never get the same row; the row of a dead worker is
   * ready again when its lease is over. The claim itself counts as a try (`tries` of the answer includes it), so that a
   * row that kills its process is counted too. Measure the remaining lease time from before this call.
   */
  claim<R extends object = LeasedRow>(tx: Tx, options: ClaimOptions): Promise<(R & LeasedRow)[]> {
    const table = identifier(options.table);
    const params = options.params ?? [];
    const limit = `$${params.length + 1}`;
    const seconds = `$${params.length + 2}`;
    return tx.query<R & LeasedRow>(
      `WITH c AS (
        SELECT id FROM ${table}
        WHERE ${READY}${options.where ? ` AND (${options.where})` : ''}
        ORDER BY ${options.orderBy ?? AGE} LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      UPDATE ${table} l SET ${leased(seconds)} FROM c WHERE l.id = c.id RETURNING l.*`,
      [...params, options.limit, options.leaseSeconds],
    );
  }

  /**
   * Like `claim`, but one business (or person) after the other: each gets one row per round, its oldest, so that a flood of
   * one business costs the others a turn and not the queue. Rows that the round leaves free go to the oldest rows of any
   * business. The table has the index of `fairIndex`.
   *
   * The round jumps from business to business in that index, so its cost depends on `limit`, not on the number of waiting rows.
   * 300,000 waiting rows of one business beside 20,000 of others: 0.8 ms a transaction for 1 and for 8 rows (`leases.measure.ts`).
   */
  async claimFairly<R extends object = LeasedRow>(
    tx: Tx,
    options: FairClaimOptions,
    turn: FairTurn,
  ): Promise<(R & LeasedRow)[]> {
    const table = identifier(options.table);
    const by = identifier(options.turnsBy);
    const waiting = `ready_at < 'infinity'${options.where ? ` AND (${options.where})` : ''}`;
    const rows = await tx.query<R & LeasedRow & { turn_of: string; is_turn: boolean; probed_to: string | null }>(
      `WITH RECURSIVE turn AS (
        (SELECT ${by} AS who, 1 AS n FROM ${table} WHERE ${waiting} AND ${by} > $3::uuid ORDER BY ${by} LIMIT 1)
        UNION ALL
        SELECT next.who, turn.n + 1 FROM turn CROSS JOIN LATERAL (
          SELECT ${by} AS who FROM ${table} WHERE ${waiting} AND ${by} > turn.who ORDER BY ${by} LIMIT 1) next
        WHERE turn.n < $1 * ${MOST_PROBES_PER_ROW}),
      fair AS MATERIALIZED (
        SELECT r.id FROM turn CROSS JOIN LATERAL (
          SELECT id FROM ${table} WHERE ${waiting} AND ${by} = turn.who AND ${READY}
          ORDER BY ${AGE} LIMIT 1 FOR UPDATE SKIP LOCKED) r LIMIT $1),
      oldest AS MATERIALIZED (
        SELECT id FROM ${table} WHERE ${waiting} AND ${READY} AND id <> ALL (ARRAY(SELECT id FROM fair))
        ORDER BY ${AGE} LIMIT $1 - (SELECT count(*) FROM fair) FOR UPDATE SKIP LOCKED),
      chosen AS (SELECT id FROM fair UNION ALL SELECT id FROM oldest)
      UPDATE ${table} l SET ${leased('$2')} WHERE l.id = ANY (ARRAY(SELECT id FROM chosen))
      RETURNING l.*, l.${by} AS turn_of, l.id = ANY (ARRAY(SELECT id FROM fair)) AS is_turn,
        CASE WHEN (SELECT count(*) FROM fair) < $1 AND (SELECT count(*) FROM turn) = $1 * ${MOST_PROBES_PER_ROW}
          THEN (SELECT who FROM turn ORDER BY n DESC LIMIT 1) END AS probed_to`,
      [options.limit, options.leaseSeconds, turn.after],
    );
    const served = rows.filter((row) => row.is_turn).map((row) => row.turn_of);
    // With fewer than asked for, the probes were used up, or the round has come to its end and begins anew.
    turn.after =
      served.length === options.limit ? served.reduce((a, b) => (a > b ? a : b)) : (rows[0]?.probed_to ?? FIRST_TURN);
    return rows;
  }

  /** Extends the lease to `seconds` from now. False: the lease is lost, stop. */
  async extend(tx: Tx, table: string, id: string, epoch: number, seconds: number): Promise<boolean> {
    const changed = await tx.execute(
      `UPDATE ${identifier(table)} SET lease_until = now() + make_interval(secs => $3)
      WHERE id = $1 AND lease_epoch = $2 AND lease_until > now()`,
      [id, epoch, seconds],
    );
    return changed === 1;
  }

  /**
   * Ends the lease after success: the tries are reset, and the row is ready again at `readyAt`. A `wake` that came during
   * the lease wins: the row is then ready at once. False: the lease is lost, nothing was written.
   */
  release(tx: Tx, table: string, id: string, epoch: number, readyAt: ReadyAt): Promise<boolean> {
    return this.end(tx, table, id, epoch, readyAt, ', tries = 0');
  }

  /** Ends the lease after a failure: ready again in `inSeconds`, and the tries stay. A `wake` wins as in `release`. */
  postpone(tx: Tx, table: string, id: string, epoch: number, inSeconds: number): Promise<boolean> {
    return this.end(tx, table, id, epoch, { inSeconds }, '');
  }

  /** Rows that are ready and unclaimed: how many (counted up to 1,000) and how long the oldest has waited, in seconds. */
  async backlog(tx: Tx, table: string, where = 'true'): Promise<{ ready: number; oldestSeconds: number }> {
    const [row] = await tx.query<{ ready: number; oldest: number | null }>(
      `SELECT count(*)::int AS ready, extract(epoch FROM now() - min(since))::float8 AS oldest FROM (
        SELECT ${AGE} AS since FROM ${identifier(table)} WHERE ${READY} AND (${where}) ORDER BY ${AGE} LIMIT 1000) waiting
      WHERE since > '-infinity'`,
    );
    return { ready: row?.ready ?? 0, oldestSeconds: row?.oldest ?? 0 };
  }

  /**
   * Wakes this row: ready now, or right after its present lease. Never touches the lease itself. On a leased row the wake-up is stored as
   * `-infinity`, so that the release of a worker that read the row before the wake cannot lose it.
   */
  async wake(tx: Tx, table: string, id: string): Promise<void> {
    await tx.execute(
      `UPDATE ${identifier(table)}
      SET ready_at = CASE WHEN lease_until > now() THEN '-infinity' ELSE least(ready_at, now()) END WHERE id = $1`,
      [id],
    );
  }

  private async end(
    tx: Tx,
    table: string,
    id: string,
    epoch: number,
    readyAt: ReadyAt,
    alsoSet: string,
  ): Promise<boolean> {
    const [expression, value] = readyExpression(readyAt);
    const changed = await tx.execute(
      `UPDATE ${identifier(table)} SET lease_until = '-infinity'${alsoSet},
        ready_at = CASE WHEN ready_at = '-infinity' THEN now() ELSE ${expression} END
      WHERE id = $1 AND lease_epoch = $2`,
      [id, epoch, value],
    );
    return changed === 1;
  }
}

/** The columns that a claim writes. */
function leased(seconds: string): string {
  return `lease_epoch = lease_epoch + 1, lease_until = now() + make_interval(secs => ${seconds}), ready_at = now(), tries = tries + 1`;
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
