import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { AppError, MAX_PHOTO_BYTES, PhotoWords } from '@postloom/contracts';
import type { ErrorCode, ExportRow } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { cleanName, PhotosRepository } from '../photos/index.ts';
import { DiskRoom } from '../pictures/index.ts';
import { KeepUnannounced, measureFile } from '../uploads/index.ts';
import { BadZip } from './zip/bad-zip.ts';
import type { ZipArchive } from './zip/zip-archive.ts';

/** What is wrong with the picture itself, or with the plan: the next try would end the same way. */
const FINAL: ReadonlySet<ErrorCode> = new Set([
  'unsupported_media_type',
  'payload_too_large',
  'invalid_image',
  'image_too_large',
  'upgrade_required',
]);

export interface PhotoComingBack {
  readonly businessId: string;
  readonly payerId: string;
  readonly albumId: string | null;
  readonly row: ExportRow<'photos'>;
}

/** The upload of a photo that comes back, by the id it had: repeated, it finds the same photo. */
export const uploadOf = (oldId: string): string => `import ${oldId}`;

/** A picture of a zip goes the way of every upload. Null: it is here now, or was before. Otherwise why it is left out. */
@Injectable()
export class BringBackPhoto {
  constructor(
    private readonly uow: Uow,
    private readonly photos: PhotosRepository,
    private readonly diskRoom: DiskRoom,
    private readonly keepUnannounced: KeepUnannounced,
  ) {}

  /**
   * @throws AppError not_found (the business was deleted); PictureTooSlow; others when storage or a decoder is away: it is tried again; the
   * reason of the signal
   */
  async execute(zip: ZipArchive, photo: PhotoComingBack, signal: AbortSignal): Promise<string | null> {
    const { businessId, row } = photo;
    const { path, altText, tags } = row;
    if (path === null) {
      return 'The export has no file of this photo.';
    }
    const words = PhotoWords.required().safeParse({ altText, tags });
    if (!words.success) {
      return words.error.issues[0]?.message ?? 'The words about this photo are not complete.';
    }
    const known = await this.uow.run(
      Scope.business(businessId),
      (tx) => this.photos.byUpload(tx, businessId, uploadOf(row.id)),
      { readOnly: true },
    );
    if (known !== null) {
      return null;
    }
    try {
      return await this.diskRoom.inFolder(businessId, async (folder) => {
        await folder.reserve(Math.min(zip.sizeOf(path) ?? 0, MAX_PHOTO_BYTES), { signal });
        return this.keep(zip, path, { ...photo, row: { ...row, ...words.data } }, folder.path);
      });
    } catch (error) {
      if (error instanceof BadZip || (error instanceof AppError && FINAL.has(error.code))) {
        return error.message;
      }
      throw error;
    }
  }

  private async keep(zip: ZipArchive, path: string, photo: PhotoComingBack, folder: string): Promise<string | null> {
    const { businessId, payerId, albumId, row } = photo;
    const file = await measureFile(Readable.from(zip.bytes(path)), cleanName(row.originalName), folder);
    if (file.sha256 !== row.sha256) {
      return 'This picture is not the one that was exported.';
    }
    const by = { businessId, payerId, uploadId: uploadOf(row.id) };
    const { altText, tags, createdAt, edit = null } = row;
    await this.keepUnannounced.execute(by, file, { altText, tags, albumId, createdAt, edit });
    return null;
  }
}
