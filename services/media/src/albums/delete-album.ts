import { Inject, Injectable } from '@nestjs/common';
import { albumEvents } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { AlbumsRepository } from './albums.repository.ts';
import { ClosingAlbumsWorker } from './closing-albums.worker.ts';
import { EmptyAlbum } from './empty-album.ts';

/** Deletes an album; its photos become unsorted, each told by an event. A very large one is emptied in steps, unseen. */
@Injectable()
export class DeleteAlbum {
  constructor(
    @Inject(Uow) private readonly uow: Uow,
    @Inject(AlbumsRepository) private readonly albums: AlbumsRepository,
    @Inject(EmptyAlbum) private readonly emptyAlbum: EmptyAlbum,
    @Inject(ClosingAlbumsWorker) private readonly worker: ClosingAlbumsWorker,
  ) {}

  /** @throws AppError not_found */
  async execute(albumId: string, context: RpcContext): Promise<void> {
    const { businessId } = writerOf(context);
    await this.uow.run(Scope.business(businessId), async (tx) => {
      const { name, version } = await this.albums.close(tx, businessId, albumId);
      await tx.emit(albumEvents.albumDeleted, { businessId, entityId: albumId, version, data: { albumId, name } });
      if (await this.emptyAlbum.step(tx, businessId, albumId)) {
        tx.afterCommit(() => this.worker.poke());
      }
    });
  }
}
