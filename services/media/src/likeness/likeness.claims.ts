import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

@Injectable()
export class LikenessClaims {
  /**
   * Photos that nothing was compared with yet, the oldest first. Crosses tenants. One process at a time: two would wait for one another's
   * photos, which they mark. Plan: Index Scan using photos_to_compare.
   */
  async take(tx: Tx, limit: number): Promise<{ id: string; businessId: string }[]> {
    const [turn] = await tx.query<{ isOurs: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('photos that look alike', 0)) AS "isOurs"`,
    );
    if (turn?.isOurs !== true) {
      return [];
    }
    return tx.query(
      `UPDATE photos SET is_compared = true WHERE id IN (
         SELECT id FROM photos WHERE likeness IS NOT NULL AND is_compared IS NOT TRUE ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id, business_id AS "businessId"`,
      [limit],
    );
  }
}
