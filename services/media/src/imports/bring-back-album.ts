import { Injectable } from '@nestjs/common';
import { AlbumInput, whyNotInside } from '@postloom/contracts';
import type { ExportRow } from '@postloom/contracts';
import { Scope, Tombstones, Uow } from '@postloom/persistence';
import { AlbumsRepository, MOST_ALBUMS } from '../albums/index.ts';

/**
 * An album of an export. Null: it is here now, or was before. Otherwise why it is left out. It stands where it stood, or on the first level
 * when that album did not come back.
 */
@Injectable()
export class BringBackAlbum {
  constructor(
    private readonly uow: Uow,
    private readonly erased: Tombstones,
    private readonly albums: AlbumsRepository,
  ) {}

  /** @param parentId of the album it stood in, as that is called here */
  async execute(
    businessId: string,
    id: string,
    parentId: string | null,
    row: Pick<ExportRow<'albums'>, 'name' | 'description'>,
  ): Promise<string | null> {
    const input = AlbumInput.safeParse({ name: row.name, description: row.description });
    if (!input.success) {
      return input.error.issues[0]?.message ?? 'This album is not complete.';
    }
    return this.uow.run(Scope.business(businessId), async (tx) => {
      await this.erased.refuseErased(tx, businessId);
      const albums = await this.albums.countForOneMore(tx, businessId);
      if (await this.albums.exists(tx, businessId, id)) {
        return null;
      }
      if (albums >= MOST_ALBUMS) {
        return 'A library holds at most 1,000 albums.';
      }
      const places = await this.albums.places(tx, businessId);
      const hasPlace = places.some((album) => album.id === parentId) && whyNotInside(places, null, parentId) === null;
      await this.albums.insert(tx, { ...input.data, id, businessId, parentId: hasPlace ? parentId : null });
      return null;
    });
  }
}
