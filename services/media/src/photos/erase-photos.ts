import { Injectable } from '@nestjs/common';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { DeletionClaims } from '../storage/index.ts';
import { DeletedPhotosRepository } from './deleted-photos.repository.ts';
import { keysOfPhoto } from './photo-keys.ts';

/** Removes deleted photos for good, before their time. */
@Injectable()
export class ErasePhotos {
  constructor(
    private readonly uow: Uow,
    private readonly deleted: DeletedPhotosRepository,
    private readonly deletions: DeletionClaims,
  ) {}

  /** Which of them were there to be removed. */
  async execute(ids: readonly string[], context: RpcContext): Promise<Set<string>> {
    const { businessId } = writerOf(context);
    return this.uow.run(Scope.business(businessId), async (tx) => {
      const gone = await this.deleted.forget(tx, businessId, ids);
      await this.deletions.add(
        tx,
        gone.flatMap(({ id, lookId }) => keysOfPhoto(businessId, id, lookId)),
      );
      return new Set(gone.map(({ id }) => id));
    });
  }
}
