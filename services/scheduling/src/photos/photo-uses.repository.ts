import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

/** Which posts use a photo. */
@Injectable()
export class PhotoUsesRepository {
  /** All posts that use it, and those of them that still need it because they are to be published. */
  async of(tx: Tx, businessId: string, photoId: string): Promise<{ posts: string[]; scheduled: string[] }> {
    const rows = await tx.query<{ id: string; is_scheduled: boolean }>(
      `SELECT p.id, p.status = 'scheduled' AS is_scheduled FROM photo_uses u JOIN posts p ON p.id = u.post_id
      WHERE u.business_id = $1 AND u.photo_id = $2 AND p.business_id = $1 ORDER BY p.due_at, p.id`,
      [businessId, photoId],
    );
    return {
      posts: rows.map((row) => row.id),
      scheduled: rows.filter((row) => row.is_scheduled).map((row) => row.id),
    };
  }
}
