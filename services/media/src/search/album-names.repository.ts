import { Injectable } from '@nestjs/common';
import { albumPath } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';

export interface NamedAlbum {
  readonly id: string;
  readonly name: string;
  /** Its name after those of the albums that it stands in. */
  readonly path: string;
  readonly photos: number;
}

@Injectable()
export class AlbumNamesRepository {
  /** The names of all albums, of which there are at most 1,000, and how many photos each has. */
  async all(tx: Tx, businessId: string): Promise<NamedAlbum[]> {
    const albums = await tx.query<{ id: string; name: string; parentId: string | null; photos: number }>(
      `SELECT a.id, a.name, a.parent_id AS "parentId", coalesce(c.photos, 0) AS photos FROM albums a
       LEFT JOIN library_counts c ON c.business_id = a.business_id AND c.album_id = a.id
       WHERE a.business_id = $1 AND a.closing_at IS NULL`,
      [businessId],
    );
    const byId = new Map(albums.map((album) => [album.id, album]));
    return albums.map(({ id, name, photos }) => {
      const path = albumPath(byId, id).map((album) => album.name);
      return { id, name, path: path.toReversed().join(' / '), photos };
    });
  }
}
