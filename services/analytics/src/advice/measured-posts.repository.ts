import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import type { TimedTarget } from '../best-times/index.ts';

/** A post on one platform with its latest figures, and what it has in common with others. */
export interface MeasuredRow extends TimedTarget {
  /** Null: told by an earlier version of the publisher. */
  readonly photos: number | null;
  readonly source: string | null;
  readonly hashtags: string[] | null;
  readonly album: string | null;
  readonly style: string | null;
}

/** Two days of the business's wall clock, both inclusive, and no more than so many of their targets, the newest. */
export interface Newest {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly most: number;
  /** Null: all of them. */
  readonly platforms: readonly string[] | null;
}

/** Oldest first. */
@Injectable()
export class MeasuredPostsRepository {
  /** When they went out, and what came of it. */
  timesBetween(tx: Tx, businessId: string, newest: Newest): Promise<TimedTarget[]> {
    return tx.query(
      `SELECT ${timed} FROM ${measured} ORDER BY t.published_at, t.target_id`,
      parametersOf(businessId, newest),
    );
  }

  between(tx: Tx, businessId: string, newest: Newest): Promise<MeasuredRow[]> {
    return tx.query(
      `SELECT ${timed}, t.photos, t.source, t.hashtags, p.album_id AS album, s.style
      FROM ${measured}
      LEFT JOIN library_photos p ON p.photo_id = t.photo_id AND p.business_id = $1
      LEFT JOIN target_styles s ON s.target_id = t.target_id AND s.business_id = $1
      ORDER BY t.published_at, t.target_id`,
      parametersOf(businessId, newest),
    );
  }
}

const timed = `t.post_id AS "postId", t.platform, extract(isodow FROM local.at)::int AS weekday, extract(hour FROM local.at)::int AS hour,
  f.interactions AS engagements, f.audience AS seen`;

/**
 * Plan: published_targets_of_business over the days, newest first, then by primary key. The zone is a parameter: with a query in its
 * place, the policy of the tenant lets the instants not into the index, and all posts of the business are read.
 */
const measured = `(SELECT t.* FROM published_targets t WHERE t.business_id = $1
    AND t.published_at >= $2::date::timestamp AT TIME ZONE $4 AND t.published_at < ($3::date + 1)::timestamp AT TIME ZONE $4
    AND ($6::text[] IS NULL OR t.platform = ANY ($6))
  ORDER BY t.published_at DESC LIMIT $5) t
  JOIN target_figures f ON f.target_id = t.target_id AND f.interactions IS NOT NULL AND f.audience > 0
  CROSS JOIN LATERAL (SELECT t.published_at AT TIME ZONE $4 AS at) local`;

function parametersOf(businessId: string, { from, to, timeZone, most, platforms }: Newest): unknown[] {
  return [businessId, from, to, timeZone, most, platforms];
}
