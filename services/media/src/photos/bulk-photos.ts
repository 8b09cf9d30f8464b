import { Injectable } from '@nestjs/common';
import { AppError, mediaEvents } from '@postloom/contracts';
import type { albumRpc, OutputOf, ParsedInputOf } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { DeletePhoto } from './delete-photo.ts';
import { photoFacts } from './photo-row.ts';
import { PhotosRepository } from './photos.repository.ts';

type Input = ParsedInputOf<typeof albumRpc.photoBulk>;
type Result = OutputOf<typeof albumRpc.photoBulk>;

/**
 * Time reserved for one deletion, which asks scheduling first, in milliseconds. Photos with less time left are reported and can be
 * repeated.
 */
const DELETE_MS = 1_500;

/** Moves or deletes several photos; each has its own result, in the order given. */
@Injectable()
export class BulkPhotos {
  constructor(
    private readonly uow: Uow,
    private readonly photos: PhotosRepository,
    private readonly deletePhoto: DeletePhoto,
  ) {}

  /** @throws AppError not_found (the album) */
  async execute(input: Input, context: RpcContext): Promise<Result> {
    const ids = [...new Set(input.ids)];
    switch (input.action) {
      case 'move':
        return this.move(ids, input.albumId ?? null, context);
      case 'delete':
        return this.deleteEach(ids, context);
    }
  }

  private async move(ids: readonly string[], albumId: string | null, context: RpcContext): Promise<Result> {
    const { businessId } = writerOf(context);
    const moved = await this.uow.run(Scope.business(businessId), async (tx) => {
      if (albumId !== null) {
        await this.photos.holdAlbum(tx, businessId, albumId);
      }
      const photos = await this.photos.move(tx, businessId, ids, albumId);
      for (const { photo, version } of photos) {
        await tx.emit(mediaEvents.photoUpdated, { businessId, entityId: photo.id, version, data: photoFacts(photo) });
      }
      return new Set(photos.map(({ photo }) => photo.id));
    });
    return ids.map((id) => (moved.has(id) ? done(id) : refused(id, new AppError('not_found'))));
  }

  private async deleteEach(ids: readonly string[], context: RpcContext): Promise<Result> {
    const results: Result = [];
    for (const id of ids) {
      results.push(
        context.remainingMs() < DELETE_MS ? refused(id, new AppError('deadline')) : await this.deleteOne(id, context),
      );
    }
    return results;
  }

  private async deleteOne(id: string, context: RpcContext): Promise<Result[number]> {
    try {
      await this.deletePhoto.execute({ id, force: false }, context);
      return done(id);
    } catch (error) {
      if (error instanceof AppError && error.code !== 'forbidden' && error.code !== 'no_business') {
        return refused(id, error);
      }
      throw error;
    }
  }
}

function done(id: string): Result[number] {
  return { id, success: true, error: null };
}

function refused(id: string, { code, message }: AppError): Result[number] {
  return { id, success: false, error: { code, message } };
}
