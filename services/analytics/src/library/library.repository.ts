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

  /**
   * The album that the newest event names, whether or not the photo is deleted. True: it is another one now. A photo that is not known yet
   * is not counted by this: only its upload does that.
   */
  async putInAlbum(
    tx: Tx,
    photo: { photoId: string; businessId: string; version: number; albumId: string | null },
  ): Promise<boolean> {
    const [row] = await tx.query<{ is_other: boolean }>(
      `WITH known AS (SELECT album_id FROM library_photos WHERE photo_id = $1)
       INSERT INTO library_photos AS p (photo_id, business_id, version, is_deleted, album_id, album_version)
       VALUES ($1, $2, -1, true, $4, $3)
       ON CONFLICT (photo_id) DO UPDATE SET album_id = excluded.album_id, album_version = excluded.album_version
       WHERE p.album_version < excluded.album_version AND p.business_id = excluded.business_id
       RETURNING p.album_id IS DISTINCT FROM (SELECT album_id FROM known) AS is_other`,
      [photo.photoId, photo.businessId, photo.version, photo.albumId],
    );
    return row?.is_other ?? false;
  }

  async count(tx: Tx, businessId: string): Promise<number> {
    const [row] = await tx.query<{ photos: number }>(
      'SELECT count(*)::int AS photos FROM library_photos WHERE business_id = $1 AND NOT is_deleted',
      [businessId],
    );
    return row?.photos ?? 0;
  }
}
