import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import type { DoomedObject } from '../storage/index.ts';

@Injectable()
export class ExpiredIntentsClaims {
  /** Removes abandoned uploads and returns their number; their reservations expire by themselves. Crosses tenants. */
  takeUploads(tx: Tx, limit: number): Promise<number> {
    return tx.execute(
      `DELETE FROM upload_intents i USING (
         SELECT business_id, upload_id FROM upload_intents WHERE expires_at < now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED) c
       WHERE i.business_id = c.business_id AND i.upload_id = c.upload_id`,
      [limit],
    );
  }

  /** Uploads by signed addresses none of which is valid any more, with what they may have left in storage. */
  takeTransfers(tx: Tx, limit: number): Promise<DoomedObject[]> {
    return tx.query(
      `DELETE FROM transfers t USING (
         SELECT id FROM transfers WHERE expires_at < now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED) c
       WHERE t.id = c.id RETURNING t.object_key AS key, t.multipart_id AS "multipartId"`,
      [limit],
    );
  }

  takeScratch(tx: Tx, limit: number): Promise<{ businessId: string; scratchId: string }[]> {
    return tx.query(
      `DELETE FROM scratch_pictures s USING (
         SELECT id FROM scratch_pictures WHERE expires_at < now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED) c
       WHERE s.id = c.id RETURNING s.business_id AS "businessId", s.id AS "scratchId"`,
      [limit],
    );
  }
}
