import { Injectable } from '@nestjs/common';
import type { mediaRpc, OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { writeCursor } from './list-query.ts';
import { PhotosRepository } from './photos.repository.ts';

type Query = ParsedInputOf<typeof mediaRpc.photoList>;

/** The library: a plain array, or a page when a limit or cursor was given (api.md, Conventions). */
@Injectable()
export class ListPhotos {
  constructor(
    private readonly uow: Uow,
    private readonly photos: PhotosRepository,
  ) {}

  execute(businessId: string, query: Query): Promise<OutputOf<typeof mediaRpc.photoList>> {
    return this.uow.run(
      Scope.business(businessId),
      async (tx) => {
        const found = await this.photos.list(tx, businessId, query);
        if (query.limit === undefined && query.cursor === undefined) {
          return found.map(({ photo }) => photo);
        }
        const page = found.slice(0, query.limit ?? 100);
        const last = page.at(-1);
        return {
          data: page.map(({ photo }) => photo),
          total: await this.photos.count(tx, businessId, query),
          nextCursor:
            found.length > page.length && last ? writeCursor(query.sort, last.sortValue, last.photo.id) : null,
        };
      },
      { readOnly: true },
    );
  }
}
