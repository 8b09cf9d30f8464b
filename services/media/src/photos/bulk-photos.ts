import { Injectable } from '@nestjs/common';
import { AppError, mediaEvents, MOST_TAGS } from '@postloom/contracts';
import type { albumRpc, OutputOf, ParsedInputOf, Photo } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { DeletePhoto } from './delete-photo.ts';
import { ErasePhotos } from './erase-photos.ts';
import { photoFacts } from './photo-row.ts';
import { PhotosRepository } from './photos.repository.ts';
import type { VersionedPhoto } from './photos.repository.ts';
import { RestorePhoto } from './restore-photo.ts';

type Input = ParsedInputOf<typeof albumRpc.photoBulk>;
type Result = OutputOf<typeof albumRpc.photoBulk>;

/**
 * Time reserved for one photo, in milliseconds; a deletion asks scheduling first. Photos with less time left are reported and can be
 * repeated.
 */
const ONE_MS = 1_500;

/** Moves, tags, deletes, restores or removes several photos; each has its own result, in the order given. */
@Injectable()
export class BulkPhotos {
  constructor(
    private readonly uow: Uow,
    private readonly photos: PhotosRepository,
    private readonly deletePhoto: DeletePhoto,
    private readonly restorePhoto: RestorePhoto,
    private readonly erasePhotos: ErasePhotos,
  ) {}

  /** @throws AppError not_found (the album) */
  async execute(input: Input, context: RpcContext): Promise<Result> {
    const ids = [...new Set(input.ids)];
    switch (input.action) {
      case 'move':
        return this.move(ids, input.albumId ?? null, context);
      case 'tag':
        return this.tag(ids, input, context);
      case 'delete':
        return this.each(ids, context, async (id) => {
          const { albumId, tags } = await this.deletePhoto.execute({ id, force: false }, context);
          return { ...done(id), before: { albumId, tags } };
        });
      case 'restore':
        return this.each(ids, context, async (id) => {
          await this.restorePhoto.execute(id, context);
          return done(id);
        });
      case 'erase':
        return this.erase(ids, context);
    }
  }

  private async move(ids: readonly string[], albumId: string | null, context: RpcContext): Promise<Result> {
    const { businessId } = writerOf(context);
    const found = await this.uow.run(Scope.business(businessId), async (tx) => {
      if (albumId !== null) {
        await this.photos.holdAlbum(tx, businessId, albumId);
      }
      const before = await this.photos.lock(tx, businessId, ids);
      await this.tell(tx, businessId, await this.photos.move(tx, businessId, ids, albumId));
      return new Map(before.map((photo) => [photo.id, photo]));
    });
    return ids.map((id) => outcome(id, found.get(id)));
  }

  /** A photo that would have too many tags is refused; the others get theirs. */
  private async tag(ids: readonly string[], input: Input, context: RpcContext): Promise<Result> {
    const { businessId } = writerOf(context);
    const { addTags = [], removeTags = [] } = input;
    return this.uow.run(Scope.business(businessId), async (tx) => {
      const before = new Map((await this.photos.lock(tx, businessId, ids)).map((photo) => [photo.id, photo]));
      const wanted = [...before.values()].map(({ id, tags }) => ({ id, tags: changed(tags, addTags, removeTags) }));
      const fitting = wanted.filter(({ tags }) => tags.length <= MOST_TAGS);
      await this.tell(tx, businessId, await this.photos.tag(tx, businessId, fitting));
      const full = new Set(wanted.filter(({ tags }) => tags.length > MOST_TAGS).map(({ id }) => id));
      return ids.map((id) => (full.has(id) ? refused(id, tooManyTags) : outcome(id, before.get(id))));
    });
  }

  private async erase(ids: readonly string[], context: RpcContext): Promise<Result> {
    const erased = await this.erasePhotos.execute(ids, context);
    return ids.map((id) => (erased.has(id) ? done(id) : refused(id, new AppError('not_found'))));
  }

  private async tell(tx: Tx, businessId: string, photos: readonly VersionedPhoto[]): Promise<void> {
    for (const { photo, version } of photos) {
      await tx.emit(mediaEvents.photoUpdated, { businessId, entityId: photo.id, version, data: photoFacts(photo) });
    }
  }

  private async each(
    ids: readonly string[],
    context: RpcContext,
    work: (id: string) => Promise<Result[number]>,
  ): Promise<Result> {
    const results: Result = [];
    for (const id of ids) {
      results.push(context.remainingMs() < ONE_MS ? refused(id, new AppError('deadline')) : await attempt(id, work));
    }
    return results;
  }
}

/** What refuses one photo is reported of it; what refuses the caller ends the call. */
async function attempt(id: string, work: (id: string) => Promise<Result[number]>): Promise<Result[number]> {
  try {
    return await work(id);
  } catch (error) {
    if (error instanceof AppError && error.code !== 'forbidden' && error.code !== 'no_business') {
      return refused(id, error);
    }
    throw error;
  }
}

const tooManyTags = new AppError('validation_failed', `A photo can have at most ${MOST_TAGS} tags.`);

function changed(tags: readonly string[], added: readonly string[], removed: readonly string[]): string[] {
  const off = new Set(removed);
  return [...new Set([...tags.filter((tag) => !off.has(tag)), ...added])];
}

function done(id: string): Result[number] {
  return { id, success: true, error: null };
}

/** Of a photo that was there, with what it was. */
function outcome(id: string, before: Photo | undefined): Result[number] {
  return before === undefined
    ? refused(id, new AppError('not_found'))
    : { ...done(id), before: { albumId: before.albumId, tags: before.tags } };
}

function refused(id: string, { code, message }: AppError): Result[number] {
  return { id, success: false, error: { code, message } };
}
