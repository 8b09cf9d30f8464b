import { Injectable } from '@nestjs/common';
import { rankNames } from '@postloom/chassis';
import { MOST_FOUND_OF_KIND } from '@postloom/contracts';
import type { OutputOf, Photo, searchRpc } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { PhotosRepository } from '../photos/index.ts';
import { AlbumNamesRepository } from '../search/index.ts';

/** The best photos and albums of a library. Albums are at most 1,000: their names are compared at the time of the search (ADR 31). */
@Injectable()
export class SearchLibrary {
  constructor(
    private readonly uow: Uow,
    private readonly photos: PhotosRepository,
    private readonly albums: AlbumNamesRepository,
  ) {}

  execute(businessId: string, search: string): Promise<OutputOf<typeof searchRpc.media>> {
    return this.uow.run(
      Scope.business(businessId),
      async (tx) => {
        const all = await this.albums.all(tx, businessId);
        const photos = await this.photos.best(tx, businessId, search, all, MOST_FOUND_OF_KIND);
        const albums = rankNames(all, search).slice(0, MOST_FOUND_OF_KIND);
        return {
          photos: photos.map(({ photo, score }) => ({ ...shown(photo), score })),
          albums: albums.map(({ item, score }) => ({ id: item.id, label: item.path, score })),
        };
      },
      { readOnly: true },
    );
  }
}

function shown({ id, altText, originalName, status, thumbnails }: Photo) {
  return { id, label: altText || originalName, picture: status === 'ready' ? thumbnails['200'] : null };
}
