import { Injectable } from '@nestjs/common';
import { albumPath } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';

export interface NamedAlbum {
  readonly id: string;
  readonly name: string;
  /** Its name after those of the albums that it stands in. */
  readonly path: string;
}

@Injectable()
export class AlbumNamesRepository {
  /** The names of all albums, of which there are at most 1,000. */
  async all(tx: Tx, businessId: string): Promise<NamedAlbum[]> {
    const albums = await tx.query<{ id: string; name: string; parentId: string | null }>(
      'SELECT id, name, parent_id AS "parentId" FROM albums WHERE business_id = $1 AND closing_at IS NULL',
      [businessId],
    );
    const byId = new Map(albums.map((album) => [album.id, album]));
    return albums.map(({ id, name }) => {
      const path = albumPath(byId, id).map((album) => album.name);
      return { id, name, path: path.toReversed().join(' / ') };
    });
  }

  /** How many photos each of these albums has; those without any are left out. */
  async photosOf(tx: Tx, businessId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (ids.length === 0) {
      return new Map();
    }
    const rows = await tx.query<{ id: string; photos: number }>(
      'SELECT album_id AS id, photos FROM library_counts WHERE business_id = $1 AND album_id = ANY ($2::uuid[])',
      [businessId, ids],
    );
    return new Map(rows.map(({ id, photos }) => [id, photos]));
  }
}
