import { Injectable } from '@nestjs/common';
import type { mediaRpc, OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { PhotosRepository } from './photos.repository.ts';

type Query = ParsedInputOf<typeof mediaRpc.photoList>;

/** The library: a plain array, or a page when a limit or cursor was given. */
@Injectable()
export class ListPhotos {
  constructor(
    private readonly uow: Uow,
    private readonly photos: PhotosRepository,
  ) {}

  execute(businessId: string, query: Query): Promise<OutputOf<typeof mediaRpc.photoList>> {
    return this.uow.run(Scope.business(businessId), (tx) => this.photos.list(tx, businessId, query), {
      readOnly: true,
    });
  }
}
