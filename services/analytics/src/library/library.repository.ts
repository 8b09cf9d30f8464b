import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

@Injectable()
export class LibraryRepository {
  /** Applies a newer event about a photo; an older one changes nothing. */
  async apply(
    tx: Tx,
    photo: { photoId: string; businessId: string; version: number; isDeleted: boolean },
  ): Promise<void> {
    await tx.query(
      `INSERT INTO library_photos AS p (photo_id, business_id, version, is_deleted) VALUES ($1, $2, $3, $4)
       ON CONFLICT (photo_id) DO UPDATE SET version = excluded.version, is_deleted = excluded.is_deleted WHERE p.version < excluded.version`,
      [photo.photoId, photo.businessId, photo.version, photo.isDeleted],
    );
  }

  async count(tx: Tx, businessId: string): Promise<number> {
    const [row] = await tx.query<{ photos: number }>(
      'SELECT count(*)::int AS photos FROM library_photos WHERE business_id = $1 AND NOT is_deleted',
      [businessId],
    );
    return row?.photos ?? 0;
  }
}
