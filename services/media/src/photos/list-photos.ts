import { Injectable } from '@nestjs/common';
import type { mediaRpc, OutputOf, ParsedInputOf } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { businessOf } from '../access.ts';
import { BusinessZones } from '../businesses/index.ts';
import { fittingList } from './fitting-list.ts';
import { PhotosRepository } from './photos.repository.ts';

type Query = ParsedInputOf<typeof mediaRpc.photoList>;

/** The library: a plain array, or a page when a limit or cursor was given. */
@Injectable()
export class ListPhotos {
  constructor(
    private readonly uow: Uow,
    private readonly photos: PhotosRepository,
    private readonly zones: BusinessZones,
  ) {}

  /** @throws AppError unavailable for days of a business whose zone nobody tells */
  execute(query: Query, context: RpcContext): Promise<OutputOf<typeof mediaRpc.photoList>> {
    const businessId = businessOf(context);
    const hasDays = query.from !== undefined || query.to !== undefined;
    return this.uow.run(
      Scope.business(businessId),
      async (tx) => {
        const timeZone = hasDays ? await this.zones.of(tx, businessId, context) : undefined;
        return fittingList(await this.photos.list(tx, businessId, { ...query, timeZone }));
      },
      { readOnly: true },
    );
  }
}
