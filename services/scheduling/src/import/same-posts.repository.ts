import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

/** What makes two posts the same for an import. */
export interface Told {
  readonly caption: string;
  readonly platforms: readonly string[];
  readonly scheduledFor: string | null;
}

/** The most posts that are compared with a file of 500 rows: ten of each caption and time. */
const MOST_POSTS = 5_000;

/** Posts of a business that say the same as rows of a file. */
@Injectable()
export class SamePostsRepository {
  /** Another import of this business that leaves duplicates out waits for the end of this transaction. */
  async lock(tx: Tx, businessId: string): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`imports ${businessId}`]);
  }

  /**
   * For each of `told`, by its place, the oldest post with the same caption, time and platforms. Plan: Index Scan using posts_by_date over
   * the times of the file (or all of the business, where those are most of it; 6 ms for 500 rows and 20,000 posts), filtered by caption, and
   * over its undated posts if the file has undated rows. At most 5,000 are compared.
   */
  async of(tx: Tx, businessId: string, told: readonly Told[]): Promise<Map<number, string>> {
    if (told.length === 0) {
      return new Map();
    }
    const rows = await tx.query<{ place: number; id: string }>(
      `WITH told AS (
        SELECT place, caption, due_at, platforms FROM unnest($2::text[], $3::timestamptz[], $4::text[])
          WITH ORDINALITY AS t (caption, due_at, platforms, place)),
      alike AS MATERIALIZED (
        SELECT id, caption, due_at FROM (
          SELECT id, caption, due_at FROM posts WHERE business_id = $1 AND due_at = ANY ($3::timestamptz[]) AND caption = ANY ($2::text[])
          UNION ALL
          SELECT id, caption, due_at FROM posts WHERE business_id = $1 AND due_at IS NULL AND caption = ANY ($2::text[])
            AND EXISTS (SELECT FROM told WHERE due_at IS NULL)) p
        ORDER BY id LIMIT ${MOST_POSTS})
      SELECT DISTINCT ON (told.place) (told.place - 1)::int AS place, a.id FROM told
      JOIN alike a ON a.caption = told.caption AND a.due_at IS NOT DISTINCT FROM told.due_at
      WHERE told.platforms =
        (SELECT string_agg(t.platform, ',' ORDER BY t.platform COLLATE "C") FROM post_targets t WHERE t.post_id = a.id)
      ORDER BY told.place, a.id`,
      [
        ...[businessId, told.map(({ caption }) => caption), told.map(({ scheduledFor }) => scheduledFor)],
        told.map(({ platforms }) => platformsKey(platforms)),
      ],
    );
    return new Map(rows.map(({ place, id }) => [place, id]));
  }
}

export function platformsKey(platforms: readonly string[]): string {
  return platforms.toSorted().join(',');
}
