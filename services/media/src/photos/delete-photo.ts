import { Injectable } from '@nestjs/common';
import { AppError, mediaEvents, schedulingRpc } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Quotas, Scope, Uow } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { renditionNames } from '../pictures/index.ts';
import { DeletionClaims, objectKeys } from '../storage/index.ts';
import { PhotosRepository } from './photos.repository.ts';

/** Deletes a photo. Before anything is destroyed, scheduling is asked whether a post still needs it. */
@Injectable()
export class DeletePhoto {
  constructor(
    private readonly uow: Uow,
    private readonly rpc: Rpc,
    private readonly quotas: Quotas,
    private readonly deletions: DeletionClaims,
    private readonly photos: PhotosRepository,
  ) {}

  /** @throws AppError not_found, in_use (unless forced: then the posts that need it become drafts) */
  async execute(input: { id: string; force: boolean }, context: RpcContext): Promise<void> {
    const { businessId } = writerOf(context);
    const { id, force } = input;
    await this.uow.run(Scope.business(businessId), (tx) => this.photos.get(tx, businessId, id), { readOnly: true });
    const { scheduledPostIds } = await this.rpc.call(schedulingRpc.photoUse, { photoId: id, detach: force }, context);
    if (scheduledPostIds.length > 0 && !force) {
      throw new AppError('in_use', sentence(scheduledPostIds.length));
    }
    await this.uow.run(Scope.business(businessId), async (tx) => {
      const gone = await this.photos.delete(tx, businessId, id);
      if (!gone) {
        throw new AppError('not_found');
      }
      await this.quotas.giveBack(tx, { payerId: gone.payerId, metric: 'storage', amount: gone.fileSize });
      await this.deletions.add(tx, [
        objectKeys.original(businessId, id),
        ...Object.values(renditionNames).map((name) => objectKeys.rendition(businessId, id, name)),
      ]);
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
  }
}

function sentence(posts: number): string {
  return posts === 1 ? 'A scheduled post needs this photo.' : `${posts} scheduled posts need this photo.`;
}
