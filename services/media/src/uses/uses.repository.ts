import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

@Injectable()
export class UsesRepository {
  /** Applies a newer fact about a post; a deleted post uses no photo, and its row stays as a tombstone. */
  async apply(
    tx: Tx,
    use: { postId: string; businessId: string; photoIds: readonly string[]; version: number },
  ): Promise<void> {
    await tx.query(
      `INSERT INTO photo_uses AS u (post_id, business_id, photo_ids, version) VALUES ($1, $2, $3, $4)
       ON CONFLICT (post_id) DO UPDATE SET photo_ids = excluded.photo_ids, version = excluded.version WHERE u.version < excluded.version`,
      [use.postId, use.businessId, use.photoIds, use.version],
    );
  }
}
