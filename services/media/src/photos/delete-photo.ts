import { Injectable } from '@nestjs/common';
import { AppError, mediaEvents, schedulingRpc } from '@postloom/contracts';
import type { Photo } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Quotas, Scope, Uow } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { DeletedPhotosRepository } from './deleted-photos.repository.ts';
import { PhotosRepository } from './photos.repository.ts';

/**
 * Deletes a photo, so that it can be brought back for a while; its bytes count no more. Before, scheduling is asked whether a post
 * still needs it.
 */
@Injectable()
export class DeletePhoto {
  constructor(
    private readonly uow: Uow,
    private readonly rpc: Rpc,
    private readonly quotas: Quotas,
    private readonly photos: PhotosRepository,
    private readonly deleted: DeletedPhotosRepository,
  ) {}

  /** @throws AppError not_found, in_use (unless forced: then the posts that need it become drafts) */
  async execute(input: { id: string; force: boolean }, context: RpcContext): Promise<Photo> {
    const { businessId } = writerOf(context);
    const { id, force } = input;
    const photo = await this.uow.run(Scope.business(businessId), (tx) => this.photos.get(tx, businessId, id), {
      readOnly: true,
    });
    const { scheduledPostIds } = await this.rpc.call(schedulingRpc.photoUse, { photoId: id, detach: force }, context);
    if (scheduledPostIds.length > 0 && !force) {
      throw new AppError('in_use', sentence(scheduledPostIds.length));
    }
    await this.uow.run(Scope.business(businessId), async (tx) => {
      const gone = await this.deleted.setAside(tx, businessId, id);
      if (!gone) {
        throw new AppError('not_found');
      }
      await this.quotas.giveBack(tx, { payerId: gone.payerId, metric: 'storage', amount: gone.fileSize });
      await tx.emit(mediaEvents.photoDeleted, {
        businessId,
        entityId: id,
        version: gone.version,
        data: { photoId: id },
      });
      await tx.emit(mediaEvents.usageChanged, {
        businessId,
        entityId: gone.payerId,
        version: 1,
        data: { payerId: gone.payerId },
      });
    });
    return photo;
  }
}

function sentence(posts: number): string {
  return posts === 1 ? 'A scheduled post needs this photo.' : `${posts} scheduled posts need this photo.`;
}
