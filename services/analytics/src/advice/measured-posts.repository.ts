import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import { slotSql } from '../best-times/index.ts';
import type { SlotSums } from '../best-times/index.ts';

/** A post on one platform with its latest figures, and when it went out by the business's clock. */
export interface MeasuredRow {
  readonly platform: string;
  readonly weekday: number;
  readonly hour: number;
  readonly engagements: number;
  readonly seen: number;
  /** Null: told by an earlier version of the publisher. */
  readonly photos: number | null;
  readonly source: string | null;
  readonly hashtags: string[] | null;
  readonly album: string | null;
  readonly style: string | null;
}

/** Two days of the business's wall clock, both inclusive, and no more than so many of their posts, the newest. */
export interface Newest {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly most: number;
}

@Injectable()
export class MeasuredPostsRepository {
  async between(tx: Tx, businessId: string, newest: Newest): Promise<MeasuredRow[]> {
    return tx.query<MeasuredRow>(
      `SELECT t.platform, extract(isodow FROM local.at)::int AS weekday, extract(hour FROM local.at)::int AS hour,
        f.interactions AS engagements, f.audience AS seen, t.photos, t.source, t.hashtags, p.album_id AS album, s.style
      FROM ${measured}
      LEFT JOIN library_photos p ON p.photo_id = t.photo_id AND p.business_id = $1
      LEFT JOIN target_styles s ON s.target_id = t.target_id AND s.business_id = $1
      ORDER BY t.published_at DESC, t.target_id`,
      parametersOf(businessId, newest),
    );
  }

  /** All of them between two days, as sums by platform and slot of the week; null: of all platforms. Plan: the range of the primary key. */
  async slotsBetween(
    tx: Tx,
    businessId: string,
    { from, to }: { readonly from: string; readonly to: string },
    platforms: readonly string[] | null = null,
  ): Promise<(SlotSums & { readonly platform: string })[]> {
    return tx.query(
      `SELECT split_part(value, ' ', 1) AS platform, ${slotSql.slotAt('day', "split_part(value, ' ', 2)::int")} AS slot,
        sum(scored)::int AS posts, sum(score) AS sum, sum(score_squares) AS squares
      FROM day_figures WHERE business_id = $1 AND dimension = 'slot' AND day BETWEEN $2 AND $3 AND scored > 0
        AND ($4::text[] IS NULL OR split_part(value, ' ', 1) = ANY ($4::text[]))
      GROUP BY platform, slot ORDER BY platform, slot`,
      [businessId, from, to, platforms],
    );
  }
}

/**
 * Plan: published_targets_of_business over the days, newest first, then by primary key. The zone is a parameter: with a query in its
 * place, the policy of the tenant lets the instants not into the index, and all posts of the business are read.
 */
const measured = `(SELECT t.* FROM published_targets t WHERE t.business_id = $1
    AND t.published_at >= $2::date::timestamp AT TIME ZONE $4 AND t.published_at < ($3::date + 1)::timestamp AT TIME ZONE $4
  ORDER BY t.published_at DESC LIMIT $5) t
  JOIN target_figures f ON f.target_id = t.target_id AND f.interactions IS NOT NULL AND f.audience > 0
  CROSS JOIN LATERAL (SELECT t.published_at AT TIME ZONE $4 AS at) local`;

function parametersOf(businessId: string, { from, to, timeZone, most }: Newest): unknown[] {
  return [businessId, from, to, timeZone, most];
}
