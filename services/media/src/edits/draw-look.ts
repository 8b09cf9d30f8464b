import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { Photo } from '@postloom/contracts';
import { PictureProcesses, withTempFolder } from '../pictures/index.ts';
import type { Look, PhotoType } from '../pictures/index.ts';
import { objectKeys, Storage } from '../storage/index.ts';

/** Half of the call's 20 s: the rest is for the picture itself. */
const QUEUE_MS = 10_000;

/** The photo itself is there, and so are the pictures of it that posts show. */
const ORIGINAL_MISSING =
  'The original file of this photo is missing, so it can’t be changed. You can still post it as it is, or upload the file again.';

type Pictures = Awaited<ReturnType<PictureProcesses['run']>>;

/** Makes the pictures of a look from the stored original, in the process for untrusted pictures and outside any transaction. */
@Injectable()
export class DrawLook {
  constructor(
    private readonly storage: Storage,
    private readonly pictures: PictureProcesses,
  ) {}

  /** @throws AppError not_found (the file), invalid_image, unavailable, dependency_failed */
  execute(
    businessId: string,
    photo: Pick<Photo, 'id' | 'mimeType' | 'sha256'>,
    kind: 'look' | 'copy',
    look: Look,
  ): Promise<Pictures> {
    return withTempFolder(async (folder) => {
      const path = join(folder, 'original');
      await this.storage
        .fetch(objectKeys.original(businessId, photo.id), path, photo.sha256)
        .catch((error: unknown) => {
          throw error instanceof AppError && error.code === 'not_found'
            ? new AppError('not_found', ORIGINAL_MISSING, { cause: error })
            : error;
        });
      const turn = { businessId, file: { path }, waitMs: QUEUE_MS };
      return this.pictures.run({ kind, type: photo.mimeType as PhotoType, look }, turn);
    });
  }
}
