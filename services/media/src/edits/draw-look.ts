import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Clock } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import type { Photo } from '@postloom/contracts';
import { DiskRoom, PictureProcesses } from '../pictures/index.ts';
import type { Look, PhotoType } from '../pictures/index.ts';
import { objectKeys, Storage } from '../storage/index.ts';
import { Keeping } from '../uploads/index.ts';

/** For room, a turn and a decoder together. Half of the call's 20 s: the rest is for the picture itself. */
const QUEUE_MS = 10_000;

/** The photo itself is there, and so are the pictures of it that posts show. */
const ORIGINAL_MISSING =
  'The original file of this photo is missing, so it can’t be changed. You can still post it as it is, or upload the file again.';

export type DrawnPictures = Awaited<ReturnType<PictureProcesses['run']>>;

interface ToDraw {
  readonly businessId: string;
  readonly photo: Pick<Photo, 'id' | 'mimeType' | 'sha256' | 'fileSize'>;
  readonly kind: 'look' | 'copy';
  readonly look: Look;
}

/** Makes the pictures of a look from the stored original, in the process for untrusted pictures and outside any transaction. */
@Injectable()
export class DrawLook {
  constructor(
    private readonly clock: Clock,
    private readonly storage: Storage,
    private readonly diskRoom: DiskRoom,
    private readonly keeping: Keeping,
    private readonly pictures: PictureProcesses,
  ) {}

  /**
   * `keep` stores what was drawn, within the same turn: until then it is in memory.
   * @throws AppError not_found (the file), invalid_image, image_too_large, unavailable, dependency_failed
   */
  execute<T>(toDraw: ToDraw, keep: (drawn: DrawnPictures) => Promise<T>): Promise<T> {
    const { businessId, photo } = toDraw;
    const untilMs = this.clock.monotonicMs() + QUEUE_MS;
    const waitMs = (): number => Math.max(0, untilMs - this.clock.monotonicMs());
    return this.diskRoom.inFolder(businessId, async (folder) => {
      await folder.reserve(photo.fileSize, { waitMs: waitMs() });
      const path = join(folder.path, 'original');
      // The original is not fetched before its turn: what has none may be refused, and waits with empty hands.
      const work = async (): Promise<T> => keep(await this.draw(toDraw, path, waitMs));
      return this.keeping.run(businessId, work, waitMs(), toDraw.kind === 'copy' ? 'copy' : 'pictures');
    });
  }

  private async draw(
    { businessId, photo, kind, look }: ToDraw,
    path: string,
    waitMs: () => number,
  ): Promise<DrawnPictures> {
    await this.storage.fetch(objectKeys.original(businessId, photo.id), path, photo.sha256).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'not_found'
        ? new AppError('not_found', ORIGINAL_MISSING, { cause: error })
        : error;
    });
    const turn = { businessId, file: { path }, waitMs: waitMs() };
    return this.pictures.run({ kind, type: photo.mimeType as PhotoType, look }, turn);
  }
}
