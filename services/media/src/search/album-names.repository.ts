import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

@Injectable()
export class AlbumNamesRepository {
  /** The names of all albums, of which there are at most 1,000, and how many photos each has. */
  all(tx: Tx, businessId: string): Promise<{ id: string; name: string; photos: number }[]> {
    return tx.query(
      `SELECT a.id, a.name, coalesce(c.photos, 0) AS photos FROM albums a
       LEFT JOIN library_counts c ON c.business_id = a.business_id AND c.album_id = a.id
       WHERE a.business_id = $1 AND a.closing_at IS NULL`,
      [businessId],
    );
  }
}
