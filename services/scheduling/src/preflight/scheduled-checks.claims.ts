import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

/** A check that failed, or whose process ended, is due again after this time. */
const LEASE_SECONDS = 60;

export interface ClaimedCheck {
  readonly id: string;
  readonly businessId: string;
  /** The end of the claim, with the database's precision: identifies this claim. */
  readonly lease: string;
}

/** Scheduled posts whose check is due. */
@Injectable()
export class ScheduledChecksClaims {
  /**
   * Claims up to `limit` posts, the longest due first: until the lease ends, nobody else gets them. Each is then checked in a transaction
   * of its own, which takes every lock of a change in the usual order. Plan: Index Scan using posts_to_check; posts without a pending check
   * are not in it.
   */
  claim(tx: Tx, limit: number): Promise<ClaimedCheck[]> {
    return tx.query<ClaimedCheck>(
      `WITH c AS (SELECT id FROM posts WHERE check_at <= now() ORDER BY check_at LIMIT $1 FOR UPDATE SKIP LOCKED)
      UPDATE posts p SET check_at = now() + make_interval(secs => $2) FROM c WHERE p.id = c.id
      RETURNING p.id, p.business_id AS "businessId", p.check_at::text AS lease`,
      [limit, LEASE_SECONDS],
    );
  }

  /** Whether the caller still has the check: nobody has changed the post since, and no other process has claimed it. */
  async isOurs(tx: Tx, { id, businessId, lease }: ClaimedCheck): Promise<boolean> {
    const rows = await tx.query(
      'SELECT 1 AS ours FROM posts WHERE id = $1 AND business_id = $2 AND check_at = $3::timestamptz',
      [id, businessId, lease],
    );
    return rows.length > 0;
  }

  /** No findings: only the time of the next check changes, nothing visible. */
  async setNext(tx: Tx, businessId: string, postId: string, next: Date | null): Promise<void> {
    await tx.execute('UPDATE posts SET check_at = $3 WHERE id = $1 AND business_id = $2', [postId, businessId, next]);
  }
}
