import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

/** In which album a photo is, in the projection `photo_refs`. */
@Injectable()
export class PhotoAlbumsRepository {
  /** What media told: only news younger than what is known counts. */
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

  /** What media answered when asked: it holds now, and any later event overrules it. */
  async takeOver(
    tx: Tx,
    businessId: string,
    photos: readonly { id: string; albumId: string | null; createdAt: string }[],
  ): Promise<void> {
    await tx.execute(
      `INSERT INTO photo_refs AS p (photo_id, business_id, version, album_id, uploaded_at)
      SELECT u.id, $1, 0, u.album_id, u.created_at FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) AS u (id, album_id, created_at)
      ON CONFLICT (photo_id) DO UPDATE SET album_id = excluded.album_id, uploaded_at = excluded.uploaded_at
      WHERE p.business_id = excluded.business_id`,
      [
        businessId,
        photos.map(({ id }) => id),
        photos.map(({ albumId }) => albumId),
        photos.map(({ createdAt }) => createdAt),
      ],
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
