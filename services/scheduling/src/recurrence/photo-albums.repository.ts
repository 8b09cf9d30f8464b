import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

/** Which album a photo is in, in the projection `photo_refs`. */
@Injectable()
export class PhotoAlbumsRepository {
  /** Events of media: only those newer than what is stored count. */
  async apply(
    tx: Tx,
    photo: { businessId: string; photoId: string; albumId: string | null; at: Date },
    version: number,
  ): Promise<void> {
    await tx.execute(
      `INSERT INTO photo_refs AS p (photo_id, business_id, version, album_id, album_version, uploaded_at)
      VALUES ($1, $2, 0, $3, $4, $5)
      ON CONFLICT (photo_id) DO UPDATE SET album_id = excluded.album_id, album_version = excluded.album_version,
        uploaded_at = least(p.uploaded_at, excluded.uploaded_at)
      WHERE p.album_version < excluded.album_version AND p.business_id = excluded.business_id`,
      [photo.photoId, photo.businessId, photo.albumId, version, photo.at],
    );
  }

  /** Its photos are in no album any more. */
  async forgetAlbum(tx: Tx, businessId: string, albumId: string): Promise<void> {
    await tx.execute('UPDATE photo_refs SET album_id = NULL WHERE business_id = $1 AND album_id = $2', [
      businessId,
      albumId,
    ]);
  }
}
