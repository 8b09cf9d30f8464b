import { Injectable } from '@nestjs/common';
import { albumEvents } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { AlbumsRepository } from './albums.repository.ts';
import { ClosingAlbumsWorker } from './closing-albums.worker.ts';
import { EmptyAlbum } from './empty-album.ts';

/**
 * Deletes an album; its photos become unsorted, with an event for each, and the albums inside it move up to where it stood. A very large one
 * is hidden first and emptied in batches.
 */
@Injectable()
export class DeleteAlbum {
  constructor(
    private readonly uow: Uow,
    private readonly albums: AlbumsRepository,
    private readonly emptyAlbum: EmptyAlbum,
    private readonly worker: ClosingAlbumsWorker,
  ) {}

  /** @throws AppError not_found */
  async execute(albumId: string, context: RpcContext): Promise<void> {
    const { businessId } = writerOf(context);
    await this.uow.run(Scope.business(businessId), async (tx) => {
      await this.albums.lockTree(tx, businessId);
      const { name, version } = await this.albums.close(tx, businessId, albumId);
      await this.albums.lift(tx, businessId, albumId);
      await tx.emit(albumEvents.albumDeleted, { businessId, entityId: albumId, version, data: { albumId, name } });
      if (await this.emptyAlbum.step(tx, businessId, albumId)) {
        tx.afterCommit(() => this.worker.wake());
      }
    });
  }
}
