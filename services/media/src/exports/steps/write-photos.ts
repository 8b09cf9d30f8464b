import { Injectable } from '@nestjs/common';
import { Logger } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { objectKeys, Storage } from '../../storage/index.ts';
import { ExportedPhotosRepository } from '../exported-photos.repository.ts';
import type { ExportedPhoto } from '../exported-photos.repository.ts';
import type { ExportEntry, ExportJob, StepResult } from '../export-job.ts';
import { photoFile } from '../file-names.ts';
import { after } from '../position.ts';
import { SEGMENT_BYTES } from '../segment-bytes.ts';
import type { SegmentFile } from '../zip/segment-file.ts';
import { chapterOf } from './chapter-of.ts';
import type { ExportStep } from './export-step.ts';

const PAGE = 50;

/** The original pictures byte for byte, and a small one of each for the pages, until the segment is full. */
@Injectable()
export class WritePhotos implements ExportStep {
  constructor(
    private readonly uow: Uow,
    private readonly logger: Logger,
    private readonly storage: Storage,
    private readonly photos: ExportedPhotosRepository,
  ) {}

  async execute(job: ExportJob, segment: SegmentFile): Promise<StepResult> {
    const { businessId, folder } = chapterOf(job);
    const { rows: photos, next } = await this.uow.run(
      Scope.business(businessId),
      (tx) => this.photos.page(tx, businessId, { until: job.asked_at, cursor: job.position.cursor, limit: PAGE }),
      { readOnly: true },
    );
    const entries: ExportEntry[] = [];
    let photoBytes = 0;
    for (const [index, photo] of photos.entries()) {
      entries.push(...(await this.files(segment, businessId, folder, photo)));
      photoBytes += photo.fileSize;
      if (segment.length >= SEGMENT_BYTES && index + 1 < photos.length) {
        return { entries, photoBytes, next: after(job.position, photo.cursor) };
      }
    }
    return { entries, photoBytes, next: after(job.position, next) };
  }

  private async files(
    segment: SegmentFile,
    businessId: string,
    folder: string,
    photo: ExportedPhoto,
  ): Promise<ExportEntry[]> {
    const file = photoFile(photo);
    const original = await this.copy(segment, `${folder}/photos/${file}`, objectKeys.original(businessId, photo.id));
    if (original === null) {
      // Deleted meanwhile; an object that storage has lost must not keep everything else from its owner.
      this.logger.warn('A photo of an export is not in storage', { businessId, photoId: photo.id });
      return [];
    }
    const preview =
      photo.preview === null
        ? null
        : await this.copy(
            segment,
            `${folder}/previews/${file.replace(/\.\w+$/, '.webp')}`,
            objectKeys.rendition(businessId, photo.id, photo.preview),
          );
    return [
      { ...original, role: 'original', photoId: photo.id },
      ...(preview === null ? [] : [{ ...preview, role: 'preview', photoId: photo.id } as const]),
    ];
  }

  /** Null: storage has no such object. */
  private async copy(segment: SegmentFile, name: string, key: string) {
    try {
      const { body } = await this.storage.open(key);
      return await segment.add(name, 0, body);
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') {
        return null;
      }
      throw error;
    }
  }
}
