import { Injectable } from '@nestjs/common';
import { blocksErasure } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';

/** Days of one business that one transaction sums up. */
const DAYS_AT_ONCE = 31;
/** Marks that are looked through for a business that nobody works on. */
const LOOKED_THROUGH = 500;
/** Sums of the release before that are marked at once. */
const MARKED_AT_ONCE = 500;

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

  /**
   * Marks days that pods of the release before have summed up, without `rated_interactions`; true when there were any. Plan: the first rows
   * of two indexes that hold nothing else, and nothing at all soon after an upgrade.
   */
  async markIncomplete(tx: Tx): Promise<boolean> {
    const of = (table: string): string =>
      `(SELECT business_id, day FROM ${table} f WHERE rated_interactions IS NULL AND interactions IS NOT NULL
        AND NOT EXISTS (SELECT FROM stale_days s WHERE s.business_id = f.business_id AND s.day = f.day)
        AND NOT EXISTS (SELECT FROM erasures e WHERE e.id = f.business_id) AND ${blocksErasure('f.business_id')}
        LIMIT ${MARKED_AT_ONCE})`;
    const marked = await tx.execute(
      `INSERT INTO stale_days (business_id, day)
      SELECT business_id, day FROM (${of('day_figures')} UNION ${of('day_tops')}) incomplete ORDER BY 1, 2 ON CONFLICT DO NOTHING`,
    );
    return marked > 0;
  }
}
