import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import { MAX_TEXT_BYTES } from '../posts/index.ts';

export interface CalendarRow {
  /** Null: the business is not known here (yet). */
  readonly timeZone: string | null;
  /** JSON of the posts, joined by commas. */
  readonly texts: string;
  readonly missing: number;
  readonly isCut: boolean;
}

/** The month of a business: one statement, one index range, the posts' JSON as it is stored. */
@Injectable()
export class CalendarRepository {
  /**
   * Posts whose date falls on the days `from` to `to` (inclusive) of the business's wall clock. The index narrows by instants a day
   * wider on both sides (zones reach from -12 to +14); then each instant's own local day decides, which is right for every
   * zone, also where midnight is skipped or happens twice.
   */
  async range(tx: Tx, businessId: string, from: string, to: string): Promise<CalendarRow> {
    const [row] = await tx.query<{ time_zone: string | null; texts: string; missing: number; is_cut: boolean }>(
      `SELECT (SELECT time_zone FROM business_refs WHERE business_id = $1) AS time_zone,
        coalesce(string_agg(doc, ',') FILTER (WHERE fits), '') AS texts,
        count(*) FILTER (WHERE doc IS NULL)::int AS missing, coalesce(bool_or(NOT fits), false) AS is_cut
      FROM (SELECT doc, sum(octet_length(doc)) OVER (ORDER BY due_at, id) < ${MAX_TEXT_BYTES} AS fits
        FROM posts WHERE business_id = $1
          AND due_at >= ($2::date - 1)::timestamp AT TIME ZONE 'UTC' AND due_at < ($3::date + 2)::timestamp AT TIME ZONE 'UTC'
          AND (due_at AT TIME ZONE coalesce((SELECT time_zone FROM business_refs WHERE business_id = $1), 'UTC'))::date
            BETWEEN $2::date AND $3::date
        ORDER BY due_at, id) AS found`,
      [businessId, from, to],
    );
    if (row === undefined) throw new Error('an aggregate gave no row');
    return { timeZone: row.time_zone, texts: row.texts, missing: row.missing, isCut: row.is_cut };
  }
}
