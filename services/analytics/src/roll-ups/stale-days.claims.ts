import { Injectable } from '@nestjs/common';
import { blocksErasure } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';

/** Days of one business that one transaction sums up. */
const DAYS_AT_ONCE = 31;
/** Marks that are looked through for a business that nobody works on. */
const LOOKED_THROUGH = 500;

export interface StaleDays {
  readonly businessId: string;
  readonly days: readonly string[];
  /** Sums of these days are not up to date, for so many seconds. */
  readonly oldestSeconds: number;
}

/** Stale days of all businesses, for the worker. */
@Injectable()
export class StaleDaysClaims {
  /**
   * Takes days of the business that has waited longest; one transaction works on a business at a time. The marks go with the commit that
   * has summed the days up; one that is being set just now is left to the next round. Null: none is free but those set `aside`.
   */
  async claim(tx: Tx, aside: ReadonlySet<string> = new Set()): Promise<StaleDays | null> {
    const [chosen] = await tx.query<{ business_id: string }>(
      `SELECT business_id FROM (
        SELECT business_id, min(marked_at) AS since FROM (
          SELECT business_id, marked_at FROM stale_days WHERE business_id <> ALL ($1::uuid[])
          ORDER BY marked_at LIMIT ${LOOKED_THROUGH}) oldest
        GROUP BY business_id ORDER BY since OFFSET 0) waiting
      WHERE pg_try_advisory_xact_lock(hashtextextended('roll-up ' || business_id::text, 0)) AND ${blocksErasure('business_id')}
      LIMIT 1`,
      [[...aside]],
    );
    if (chosen === undefined) {
      return null;
    }
    const rows = await tx.query<{ day: string; waited: number }>(
      `DELETE FROM stale_days WHERE business_id = $1 AND day = ANY (ARRAY(
        SELECT day FROM stale_days WHERE business_id = $1 ORDER BY day LIMIT ${DAYS_AT_ONCE} FOR UPDATE SKIP LOCKED))
      RETURNING day, extract(epoch FROM now() - marked_at)::float8 AS waited`,
      [chosen.business_id],
    );
    return {
      businessId: chosen.business_id,
      days: rows.map(({ day }) => day),
      oldestSeconds: Math.max(0, ...rows.map(({ waited }) => waited)),
    };
  }
}
