import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

@Injectable()
export class UsesRepository {
  /** Applies a newer event about a post; a deleted post uses no photo, and its row stays as a tombstone. */
  async apply(
    tx: Tx,
    use: { postId: string; businessId: string; photoIds: readonly string[]; version: number },
  ): Promise<void> {
    const [changed] = await tx.query<{ is_first: boolean }>(
      `INSERT INTO photo_uses AS u (post_id, business_id, version) VALUES ($1, $2, $3)
       ON CONFLICT (post_id) DO UPDATE SET version = excluded.version WHERE u.version < excluded.version
       RETURNING xmax = 0 AS is_first`,
      [use.postId, use.businessId, use.version],
    );
    if (!changed || (changed.is_first && use.photoIds.length === 0)) {
      return;
    }
    // A separate statement: it must see what was written while the first one waited for the row.
    await tx.query(
      `WITH gone AS (DELETE FROM photo_posts WHERE business_id = $2 AND post_id = $1 AND photo_id <> ALL ($3))
       INSERT INTO photo_posts (post_id, business_id, photo_id) SELECT DISTINCT $1::uuid, $2::uuid, unnest($3::uuid[])
       ON CONFLICT DO NOTHING`,
      [use.postId, use.businessId, use.photoIds],
    );
  }
}
