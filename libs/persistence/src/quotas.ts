import {
  AppError,
  billingPeriod,
  limitReached,
  Metric,
  periodicMetrics,
  planCatalogue,
  UNLIMITED,
  usageEvents,
  usageWarning,
} from '@postloom/contracts';
import type { Tier, UsageHistory } from '@postloom/contracts';
import type { Entitlements } from './entitlements.ts';
import { Tombstones } from './tombstones.ts';
import type { Tx } from './tx.ts';

export interface QuotaRequest {
  payerId: string;
  metric: Metric;
  /** Number of things, or bytes for storage; more than 0. */
  amount: number;
}

interface Reservation extends QuotaRequest {
  id: string;
  expiresInSeconds: number;
}

/** The state of one metric of a payer. `limit` -1: none. Storage in bytes. */
export interface MetricState {
  metric: Metric;
  used: number;
  /** Reserved by work that has not ended yet. */
  reserved: number;
  limit: number;
  periodStart: Date;
  periodEnd: Date;
}

interface Position {
  limit: number;
  periodStart: Date;
}

/** A count that succeeded: the payer's figure with it. */
interface Counted extends Position {
  used: number;
}

interface RemovedRow {
  payer_id: string;
  metric: Metric;
  used: number;
  counted: number;
  /** Null for a payer whose plan is not known any more. */
  tier: Tier | null;
}

const warnings = {
  posts: usageEvents.postsWarned,
  captions: usageEvents.captionsWarned,
  storage: usageEvents.storageWarned,
  accounts: null,
} as const;

/** Where a payer's metric was counted last: holds while the plan has this version and the period has not ended. */
interface RememberedPosition extends Position {
  planVersion: number;
  periodEnd: Date | null;
}

/** What is counted as long as it exists has one period without end. */
const EPOCH = new Date(0);
/** Concurrent plan changes that one count tolerates before it gives up. */
const MOVES = 12;
/** Billing periods of a usage history. */
const HISTORY_PERIODS = 12;
/** Payers and metrics whose position one process remembers. */
const MAX_REMEMBERED = 5_000;

/**
 * Limits without locks: the count sits with the owner of the thing, in the transaction that creates it, and one
 * conditional update decides. Twenty takes at one below the limit: exactly one succeeds.
 */
export class Quotas {
  private readonly entitlements: Entitlements;
  private readonly tombstones = new Tombstones();
  private readonly remembered = new Map<string, RememberedPosition>();

  constructor(entitlements: Entitlements) {
    this.entitlements = entitlements;
  }

  /**
   * Counts `amount` more, in the caller's transaction. @throws {AppError} `upgrade_required` with the limit's sentence; `unavailable` when
   * the payer's plan cannot be found out.
   */
  async take(tx: Tx, request: QuotaRequest): Promise<void> {
    const { limit, used } = await this.add(tx, request, 'used');
    await this.warn(tx, request, limit, used);
  }

  /**
   * Takes `amount` back (a photo deleted, an account removed). For posts and captions give `takenAt`: what was counted in an earlier period
   * is not refunded in this one.
   */
  async giveBack(tx: Tx, request: QuotaRequest & { takenAt?: Date }): Promise<void> {
    // Nothing is counted for an erased payer any more, and nobody knows their plan.
    if (await this.tombstones.isErasedPerson(tx, request.payerId)) {
      return;
    }
    const position = await this.position(tx, request);
    if (periodicMetrics.has(request.metric) && request.takenAt && request.takenAt < position.periodStart) {
      return;
    }
    await tx.execute(
      `UPDATE usage SET used = greatest(used - $4, 0) WHERE payer_id = $1 AND metric = $2 AND period_start = $3 AND NOT closed`,
      [request.payerId, request.metric, position.periodStart, request.amount],
    );
  }

  /**
   * Sets `amount` aside for work that ends later; `settle` or `release` it under `id`, otherwise it expires after `expiresInSeconds`. The
   * same id a second time changes nothing. @throws {AppError} like `take`
   */
  async reserve(tx: Tx, request: Reservation): Promise<void> {
    const remembered = this.remembered.get(rememberedAs(request));
    if (remembered !== undefined && (await this.reserveAsRemembered(tx, request, remembered))) {
      return;
    }
    const existing = await tx.query('SELECT id FROM reservations WHERE id = $1', [request.id]);
    if (existing.length > 0) {
      return;
    }
    const position = await this.add(tx, request, 'reserved');
    await tx.execute(
      `INSERT INTO reservations (id, payer_id, metric, period_start, amount, expires_at)
      VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
      [request.id, request.payerId, request.metric, position.periodStart, request.amount, request.expiresInSeconds],
    );
  }

  /**
   * The reserved work has succeeded: it counts, with `actualAmount` when that is now known better. False: the reservation is gone (expired,
   * released or settled before); then nothing was counted.
   */
  async settle(tx: Tx, reservationId: string, actualAmount?: number): Promise<boolean> {
    const [row] = await this.remove(tx, reservationId, actualAmount ?? null);
    if (row === undefined) {
      return false;
    }
    const request = { payerId: row.payer_id, metric: row.metric, amount: row.counted };
    if (row.tier !== null) {
      await this.warn(tx, request, planCatalogue[row.tier].limits[row.metric], row.used);
    }
    return true;
  }

  /** The reserved work failed. False: the reservation is already gone. */
  async release(tx: Tx, reservationId: string): Promise<boolean> {
    const [row] = await this.remove(tx, reservationId, 0);
    return row !== undefined;
  }

  /** All metrics of a payer now; those that other services own are 0 here. */
  async read(tx: Tx, payerId: string): Promise<MetricState[]> {
    const plan = await this.entitlements.planOf(tx, payerId);
    const now = await tx.now();
    const period = billingPeriod(plan.periodAnchor, now);
    const rows = await tx.query<{ metric: Metric; used: number; reserved: number }>(
      `SELECT metric, used, reserved FROM usage
      WHERE payer_id = $1 AND NOT closed AND period_start = CASE WHEN metric = ANY ($2) THEN $3::timestamptz ELSE $4 END`,
      [payerId, [...periodicMetrics], period.start, EPOCH],
    );
    return Metric.options.map((metric) => {
      const row = rows.find((candidate) => candidate.metric === metric);
      return {
        metric,
        used: row?.used ?? 0,
        reserved: row?.reserved ?? 0,
        limit: planCatalogue[plan.tier].limits[metric],
        periodStart: period.start,
        periodEnd: period.end,
      };
    });
  }

  /** What was counted per billing period, newest first. A plan change opens a period of its own, which takes the month's count over. */
  async history(tx: Tx, payerId: string, metric: Metric): Promise<UsageHistory> {
    const rows = await tx.query<{ period_start: Date; used: number }>(
      `SELECT period_start, used FROM usage WHERE payer_id = $1 AND metric = $2 AND NOT closed AND used > 0
      ORDER BY period_start DESC LIMIT $3`,
      [payerId, metric, HISTORY_PERIODS],
    );
    return { periods: rows.map(({ period_start: start, used }) => ({ periodStart: start.toISOString(), used })) };
  }

  /** Refunds expired reservations; true when there may be more. A housekeeping job. */
  async sweep(tx: Tx): Promise<boolean> {
    const freed = await tx.query(
      `WITH gone AS (
        DELETE FROM reservations WHERE id IN (
          SELECT id FROM reservations WHERE expires_at < now() ORDER BY expires_at LIMIT 200 FOR UPDATE SKIP LOCKED)
        RETURNING payer_id, metric, period_start, amount),
      sums AS (
        SELECT payer_id, metric, period_start, sum(amount)::bigint AS amount FROM gone GROUP BY 1, 2, 3)
      UPDATE usage u SET reserved = greatest(u.reserved - s.amount, 0) FROM sums s
      WHERE (u.payer_id, u.metric, u.period_start) = (s.payer_id, s.metric, s.period_start) RETURNING u.payer_id`,
    );
    return freed.length > 0;
  }

  private async add(tx: Tx, request: QuotaRequest, column: 'used' | 'reserved'): Promise<Counted> {
    if (!Number.isSafeInteger(request.amount) || request.amount <= 0) {
      throw new RangeError(`the amount of ${request.metric} must be a whole number above 0`);
    }
    const remembered = this.remembered.get(rememberedAs(request));
    const used = remembered && (await this.addAsRemembered(tx, request, column, remembered));
    if (remembered !== undefined && used !== undefined) {
      return { ...remembered, used };
    }
    for (let move = 0; move < MOVES; move += 1) {
      const position = await this.position(tx, request);
      const [counted] = await tx.query<{ used: number }>(
        `INSERT INTO usage AS u (payer_id, metric, period_start, ${column})
        SELECT $1, $2, $3, $4::bigint WHERE $5::bigint = ${UNLIMITED} OR $4::bigint <= $5::bigint
        ON CONFLICT (payer_id, metric, period_start) DO UPDATE SET ${column} = u.${column} + excluded.${column}
        WHERE NOT u.closed AND ($5::bigint = ${UNLIMITED} OR u.used + u.reserved + $4::bigint <= $5::bigint)
        RETURNING used`,
        [request.payerId, request.metric, position.periodStart, request.amount, position.limit],
      );
      if (counted !== undefined) {
        return { ...position, used: counted.used };
      }
      const closed = await tx.query(
        'SELECT 1 AS closed FROM usage WHERE payer_id = $1 AND metric = $2 AND period_start = $3 AND closed',
        [request.payerId, request.metric, position.periodStart],
      );
      if (closed.length === 0) {
        throw new AppError('upgrade_required', limitReached[request.metric]);
      }
      // The plan has just changed and the count moved to a new period: read again.
    }
    throw new AppError('conflict');
  }

  /**
   * Counts on the position of last time, which the statement itself confirms: one round trip where reading the plan first takes
   * two. Undefined when the plan or the period changed, or there is no room: then the plan is read and says which.
   */
  private async addAsRemembered(
    tx: Tx,
    request: QuotaRequest,
    column: 'used' | 'reserved',
    position: RememberedPosition,
  ): Promise<number | undefined> {
    const [counted] = await tx.query<{ used: number }>(countAsRemembered(column), rememberedValues(request, position));
    return counted?.used;
  }

  /** The same for a reservation, with its row: one round trip instead of three. False: nothing was written. */
  private async reserveAsRemembered(tx: Tx, request: Reservation, position: RememberedPosition): Promise<boolean> {
    const reserved = await tx.execute(
      `WITH counted AS (
        ${countAsRemembered('reserved', 'AND NOT EXISTS (SELECT FROM reservations r WHERE r.id = $8)')})
      INSERT INTO reservations (id, payer_id, metric, period_start, amount, expires_at)
      SELECT $8, $1, $2, $3, $4, now() + make_interval(secs => $9) FROM counted`,
      [...rememberedValues(request, position), request.id, request.expiresInSeconds],
    );
    return reserved === 1;
  }

  /** Tells that a limit is nearly used up: in the transaction that uses it up, once per warning and billing period. */
  private async warn(tx: Tx, { payerId, metric, amount }: QuotaRequest, limit: number, used: number): Promise<void> {
    const event = warnings[metric];
    const percent = usageWarning(used, limit);
    if (event === null || percent === null || percent === usageWarning(used - amount, limit)) {
      return;
    }
    const [plan, now] = await Promise.all([this.entitlements.planOf(tx, payerId), tx.now()]);
    const periodStart = billingPeriod(plan.periodAnchor, now).start;
    const isNew = await tx.execute(
      `UPDATE usage SET warned = $4, warned_in = $5
      WHERE payer_id = $1 AND metric = $2 AND period_start = $3 AND (warned < $4 OR warned_in < $5)`,
      [payerId, metric, periodicMetrics.has(metric) ? periodStart : EPOCH, percent, periodStart],
    );
    if (isNew === 1) {
      await tx.emit(event, {
        businessId: tx.scope.businessId,
        entityId: payerId,
        version: Math.floor(now.getTime() / 1_000),
        data: { payerId, metric, percent, used, limit },
      });
    }
  }

  private remember(request: { payerId: string; metric: Metric }, position: RememberedPosition): Position {
    if (this.remembered.size >= MAX_REMEMBERED) {
      this.remembered.clear();
    }
    this.remembered.set(rememberedAs(request), position);
    return position;
  }

  private async position(tx: Tx, request: { payerId: string; metric: Metric }): Promise<Position> {
    // Read together: one round trip less on the path of every creation.
    const [plan, now] = await Promise.all([this.entitlements.planOf(tx, request.payerId), tx.now()]);
    const limit = planCatalogue[plan.tier].limits[request.metric];
    const facts = { limit, planVersion: plan.version };
    if (!periodicMetrics.has(request.metric)) {
      return this.remember(request, { ...facts, periodStart: EPOCH, periodEnd: null });
    }
    const period = billingPeriod(plan.periodAnchor, now);
    return this.remember(request, { ...facts, periodStart: period.start, periodEnd: period.end });
  }

  private remove(tx: Tx, reservationId: string, counted: number | null): Promise<RemovedRow[]> {
    return tx.query<RemovedRow>(
      `WITH gone AS (DELETE FROM reservations WHERE id = $1 RETURNING payer_id, metric, period_start, amount)
      UPDATE usage u SET reserved = greatest(u.reserved - g.amount, 0), used = u.used + coalesce($2::bigint, g.amount)
      FROM gone g WHERE (u.payer_id, u.metric, u.period_start) = (g.payer_id, g.metric, g.period_start)
      RETURNING u.payer_id, u.metric, u.used, coalesce($2::bigint, g.amount) AS counted,
        (SELECT e.tier FROM entitlements e WHERE e.payer_id = u.payer_id) AS tier`,
      [reservationId, counted],
    );
  }
}

/** Counts where the payer was counted last; `further` is one more condition. */
const countAsRemembered = (column: 'used' | 'reserved', further = ''): string =>
  `INSERT INTO usage AS u (payer_id, metric, period_start, ${column})
  SELECT $1, $2, $3, $4::bigint FROM entitlements e
  WHERE e.payer_id = $1 AND e.version = $6 AND ($7::timestamptz IS NULL OR clock_timestamp() < $7)
    AND ($5::bigint = ${UNLIMITED} OR $4::bigint <= $5::bigint) ${further}
  ON CONFLICT (payer_id, metric, period_start) DO UPDATE SET ${column} = u.${column} + excluded.${column}
  WHERE NOT u.closed AND ($5::bigint = ${UNLIMITED} OR u.used + u.reserved + $4::bigint <= $5::bigint)
  RETURNING used`;

const rememberedValues = (request: QuotaRequest, position: RememberedPosition): unknown[] => [
  ...[request.payerId, request.metric, position.periodStart, request.amount, position.limit],
  ...[position.planVersion, position.periodEnd],
];

const rememberedAs = ({ payerId, metric }: { payerId: string; metric: Metric }): string => `${payerId} ${metric}`;
