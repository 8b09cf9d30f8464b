import { Injectable } from '@nestjs/common';
import { AppError, mediaEvents } from '@postloom/contracts';
import type { Photo } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Quotas, Scope, Tombstones, Uow } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { DeletedPhotosRepository } from './deleted-photos.repository.ts';
import { photoFacts } from './photo-row.ts';
import { PhotosRepository } from './photos.repository.ts';

/** Brings a deleted photo back into the library; its bytes count again. */
@Injectable()
export class RestorePhoto {
  constructor(
    private readonly uow: Uow,
    private readonly quotas: Quotas,
    private readonly erased: Tombstones,
    private readonly photos: PhotosRepository,
    private readonly deleted: DeletedPhotosRepository,
  ) {}

  /** @throws AppError not_found, upgrade_required (there is no room for it any more) */
  async execute(id: string, context: RpcContext): Promise<Photo> {
    const { businessId } = writerOf(context);
    return this.uow.run(Scope.business(businessId), async (tx) => {
      await this.erased.refuseErased(tx, businessId);
      const back = await this.deleted.bringBack(tx, businessId, id);
      if (!back) {
        throw new AppError('not_found');
      }
      const { payerId, fileSize, version } = back;
      const restored = await this.photos.index(tx, businessId, id);
      await this.quotas.take(tx, { payerId, metric: 'storage', amount: fileSize });
      await tx.emit(mediaEvents.photoUploaded, { businessId, entityId: id, version, data: photoFacts(restored) });
      await tx.emit(mediaEvents.usageChanged, { businessId, entityId: payerId, version: 1, data: { payerId } });
      return restored;
    });
  }
}
