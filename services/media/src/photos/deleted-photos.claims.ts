import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

@Injectable()
export class DeletedPhotosClaims {
  /** Forgets photos that were deleted long ago, the oldest first. Crosses tenants. */
  takeOld(
    tx: Tx,
    keepDays: number,
    limit: number,
  ): Promise<{ id: string; businessId: string; lookId: string | null }[]> {
    return tx.query(
      `DELETE FROM deleted_photos WHERE id IN (
         SELECT id FROM deleted_photos WHERE deleted_at < now() - make_interval(days => $1)
         ORDER BY deleted_at LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING id, business_id AS "businessId", photo ->> 'look_id' AS "lookId"`,
      [keepDays, limit],
    );
  }
}
