import { counter, defineMetrics } from '@postloom/chassis';
import type { RateLimit, ServiceConfig } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import { inLockOrder, throttleRowKey, waitInWords } from './throttle-key.ts';
import type { ThrottleKey } from './throttle-key.ts';
import type { Tx } from './tx.ts';

const metrics = defineMetrics('throttle', {
  refused: counter('Requests refused by a throttle, by its name', ['limit']),
});

/** Expired windows that one housekeeping run removes. */
const CLEAN_UP_BATCH = 500;

/**
 * Limits that guard something (sign-in, sign-up, mails, plan changes, captions). They count in Postgres by conditional
 * update, so they are exact over any number of processes and parallel requests. A window opens with the first take and
 * lasts `limit.seconds`. `RATE_LIMITS=off` lifts them all. Needs the table `throttles` (see `infrastructureMigrations`).
 */
export class Throttles {
  private readonly config: Pick<ServiceConfig, 'rateLimits'>;

  constructor(config: Pick<ServiceConfig, 'rateLimits'>) {
    this.config = config;
  }

  /**
   * Takes one from each limit, or none. Call it before the guarded work, so that parallel attempts cannot all pass.
   * @param counted what is limited, as the refusal names it.
   * @throws AppError `rate_limited` with the seconds until the window ends; the transaction must roll back.
   */
  async take(tx: Tx, keys: readonly ThrottleKey[], counted = 'attempts'): Promise<void> {
    if (!this.config.rateLimits) {
      return;
    }
    const ordered = inLockOrder(keys);
    for (const { name } of ordered) {
      metrics.refused.begin({ limit: name });
    }
    const rowKeys = ordered.map(throttleRowKey);
    const taken = await takeEach(
      tx,
      rowKeys,
      ordered.map(({ limit }) => limit),
    );
    const refused = ordered.filter((_, index) => !taken.has(rowKeys[index]?.toString('hex') ?? ''));
    if (refused.length === 0) {
      return;
    }
    for (const { name } of refused) {
      metrics.refused.add(1, { limit: name });
    }
    const seconds = await secondsUntilFree(tx, refused.map(throttleRowKey));
    throw new AppError('rate_limited', `Too many ${counted}. Please try again ${waitInWords(seconds)}.`, {
      retryAfterSeconds: seconds,
    });
  }

  /** Takes one if the limit allows it; returns false instead of throwing, so that the caller can silently do less. */
  async tryTake(tx: Tx, key: ThrottleKey): Promise<boolean> {
    return !this.config.rateLimits || (await takeEach(tx, [throttleRowKey(key)], [key.limit])).size > 0;
  }

  /** Returns what was taken for an attempt that turned out to be harmless. */
  async giveBack(tx: Tx, keys: readonly ThrottleKey[]): Promise<void> {
    if (!this.config.rateLimits) {
      return;
    }
    await tx.execute(
      `WITH locked AS (
         SELECT key FROM throttles WHERE key = ANY($1::bytea[]) ORDER BY array_position($1::bytea[], key) FOR UPDATE)
       UPDATE throttles t SET used = t.used - 1 FROM locked WHERE t.key = locked.key AND t.used > 0`,
      [inLockOrder(keys).map(throttleRowKey)],
    );
  }

  /** Removes one batch of windows that have ended; true when there may be more. */
  async cleanUp(tx: Tx): Promise<boolean> {
    const removed = await tx.execute(
      `DELETE FROM throttles WHERE key IN
         (SELECT key FROM throttles WHERE ends_at < now() LIMIT $1 FOR UPDATE SKIP LOCKED)`,
      [CLEAN_UP_BATCH],
    );
    return removed === CLEAN_UP_BATCH;
  }
}

/** Takes one from each key that still has one, in the given order; answers the keys (hex) that had. */
async function takeEach(tx: Tx, keys: readonly Buffer[], limits: readonly RateLimit[]): Promise<Set<string>> {
  const rows = await tx.query<{ key: string }>(
    `INSERT INTO throttles AS t (key, used, allowed, ends_at)
     SELECT k.key, 1, k.allowed, now() + k.seconds * interval '1 second'
       FROM unnest($1::bytea[], $2::int[], $3::int[]) WITH ORDINALITY AS k (key, allowed, seconds, position)
      ORDER BY k.position
     ON CONFLICT (key) DO UPDATE SET
       used = CASE WHEN t.ends_at <= now() THEN 1 ELSE t.used + 1 END,
       allowed = excluded.allowed,
       ends_at = CASE WHEN t.ends_at <= now() THEN excluded.ends_at ELSE t.ends_at END
     WHERE t.ends_at <= now() OR t.used < excluded.allowed
     RETURNING encode(key, 'hex') AS key`,
    [keys, limits.map(({ allowed }) => allowed), limits.map(({ seconds }) => seconds)],
  );
  return new Set(rows.map(({ key }) => key));
}

/** Seconds until the last of these windows ends, at least 1. */
async function secondsUntilFree(tx: Tx, keys: readonly Buffer[]): Promise<number> {
  const [row] = await tx.query<{ seconds: number }>(
    `SELECT greatest(1, ceil(max(extract(epoch FROM ends_at - now()))))::int AS seconds
       FROM throttles WHERE key = ANY($1::bytea[])`,
    [keys],
  );
  return row?.seconds ?? 1;
}
