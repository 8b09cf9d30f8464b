import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

/** Scheduled posts whose check is due. */
@Injectable()
export class ScheduledChecksClaims {
  /**
   * Up to `limit` posts, without a lock: each is checked in a transaction of its own, which takes the locks of every change in their
   * order and looks again. Plan: Index Scan using posts_to_check; what has no check ahead is not in it.
   */
  due(tx: Tx, limit: number): Promise<{ id: string; business_id: string }[]> {
    return tx.query('SELECT id, business_id FROM posts WHERE check_at <= now() ORDER BY check_at LIMIT $1', [limit]);
  }

  /** Whether the check is still due; between two workers the one that locked the post first has taken it. */
  async isDue(tx: Tx, businessId: string, postId: string): Promise<boolean> {
    const rows = await tx.query(
      'SELECT 1 AS due FROM posts WHERE id = $1 AND business_id = $2 AND check_at <= clock_timestamp()',
      [postId, businessId],
    );
    return rows.length > 0;
  }

  /** Nothing was found: only the time of the next check changes, nothing that anybody sees. */
  async setNext(tx: Tx, businessId: string, postId: string, next: Date | null): Promise<void> {
    await tx.execute('UPDATE posts SET check_at = $3 WHERE id = $1 AND business_id = $2', [postId, businessId, next]);
  }
}
