import { Injectable } from '@nestjs/common';
import { platformRules } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import type { Checkable, Nearby } from './check-post.ts';
import { captionFor } from './post.ts';

/** The most posts considered around one; a business with more within a day gets the findings of these. */
const MOST_POSTS = 300;

/** The other posts of a business that count against a post on a platform: the same text, or too many within the platform's window. */
@Injectable()
export class NearbyPostsRepository {
  /**
   * Empty for a post without a date. Plan: Index Scan using posts_by_date over the day around the post, then its targets by their unique
   * key; at most 300 posts are considered.
   */
  async of(tx: Tx, businessId: string, postId: string | null, post: Checkable): Promise<Nearby[]> {
    const asked = post.platforms.filter((platform) => {
      const { cap, duplicateMinutes } = platformRules[platform];
      return cap !== null || duplicateMinutes !== null;
    });
    if (post.dueAt === null || asked.length === 0) {
      return [];
    }
    const rows = await tx.query<{ platform: Platform; has_twin: boolean; others: number }>(
      `WITH near AS MATERIALIZED (
        SELECT id, due_at, caption, caption_by_platform FROM posts
        WHERE business_id = $1 AND due_at > $3::timestamptz - interval '24 hours' AND due_at < $3::timestamptz + interval '24 hours'
          AND id IS DISTINCT FROM $2::uuid
        ORDER BY due_at DESC, id LIMIT ${MOST_POSTS})
      SELECT u.platform,
        coalesce(bool_or(coalesce(n.caption_by_platform ->> u.platform, n.caption) = u.caption
          AND abs(extract(epoch FROM n.due_at - $3::timestamptz)) < u.twin_minutes * 60), false) AS has_twin,
        count(*) FILTER (WHERE n.due_at <= $3::timestamptz AND n.due_at > $3::timestamptz - make_interval(mins => u.cap_minutes))::int
          AS others
      FROM unnest($4::text[], $5::text[], $6::int[], $7::int[]) AS u (platform, caption, twin_minutes, cap_minutes)
      JOIN post_targets t ON t.platform = u.platform AND t.post_id IN (SELECT id FROM near)
        AND t.state IN ('scheduled', 'dispatched', 'publishing', 'published', 'needs_attention')
      JOIN near n ON n.id = t.post_id
      GROUP BY u.platform`,
      [
        ...[businessId, postId, post.dueAt, asked, asked.map((platform) => captionFor(post, platform))],
        asked.map((platform) => platformRules[platform].duplicateMinutes ?? 0),
        asked.map((platform) => platformRules[platform].cap?.minutes ?? 0),
      ],
    );
    return rows.map(({ platform, has_twin: hasTwin, others }) => ({ platform, hasTwin, others }));
  }
}
