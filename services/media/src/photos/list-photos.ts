import { Inject, Injectable } from '@nestjs/common';
import type { mediaRpc, OutputOf, ParsedInputOf, Photo } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { writeCursor } from './list-query.ts';
import { PhotosRepository } from './photos.repository.ts';

type Query = ParsedInputOf<typeof mediaRpc.photoList>;

/** The library: a plain array, or a page when a limit or cursor was given (api.md, Conventions). */
@Injectable()
export class ListPhotos {
  constructor(
    @Inject(Uow) private readonly uow: Uow,
    @Inject(PhotosRepository) private readonly photos: PhotosRepository,
  ) {}

  execute(businessId: string, query: Query): Promise<OutputOf<typeof mediaRpc.photoList>> {
    return this.uow.run(
      Scope.business(businessId),
      async (tx) => {
        if (query.limit === undefined && query.cursor === undefined) {
          return this.photos.list(tx, businessId, query);
        }
        const [found, total] = await Promise.all([
          this.photos.list(tx, businessId, query),
          this.photos.count(tx, businessId, query),
        ]);
        const size = query.limit ?? 100;
        const data = found.slice(0, size);
        const last = data.at(-1);
        return {
          data,
          total,
          nextCursor: found.length > size && last ? writeCursor(sortValue(last, query.sort), last.id) : null,
        };
      },
      { readOnly: true },
    );
  }
}

function sortValue(photo: Photo, sort: Query['sort'] = 'newest'): string {
  switch (sort) {
    case 'newest':
    case 'oldest':
      return photo.createdAt;
    case 'name':
      return photo.originalName.toLowerCase();
    case 'size':
      return String(photo.fileSize);
  }
}
