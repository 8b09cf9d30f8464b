import { Injectable } from '@nestjs/common';
import { Scope, Uow } from '@postloom/persistence';
import { ExportedPhotosRepository } from '../exported-photos.repository.ts';
import type { ExportJob, StepResult } from '../export-job.ts';
import { ExportsRepository } from '../exports.repository.ts';
import { photosPage } from '../pages/photos-page.ts';
import { after } from '../position.ts';
import type { SegmentFile } from '../zip/segment-file.ts';
import { chapterOf, withMore } from './chapter-of.ts';
import type { ExportStep } from './export-step.ts';
import { WritePage } from './write-page.ts';

const PAGE = 100;

/** What is known of the photos whose files are in the zip by now. */
@Injectable()
export class WritePhotoRows implements ExportStep {
  constructor(
    private readonly uow: Uow,
    private readonly photos: ExportedPhotosRepository,
    private readonly exports: ExportsRepository,
    private readonly writePage: WritePage,
  ) {}

  async execute(job: ExportJob, segment: SegmentFile): Promise<StepResult> {
    const chapter = chapterOf(job);
    const { rows: photos, next } = await this.uow.run(
      Scope.business(chapter.businessId),
      (tx) =>
        this.photos.page(tx, chapter.businessId, { until: job.asked_at, cursor: job.position.cursor, limit: PAGE }),
      { readOnly: true },
    );
    const ids = photos.map(({ id }) => id);
    const files = await this.uow.run(Scope.global(), (tx) => this.exports.pictures(tx, job.id, ids), {
      readOnly: true,
    });
    const rows = photos.map((photo) => ({
      ...photo,
      createdAt: photo.createdAt.toISOString(),
      path: files.get(photo.id)?.path ?? null,
      preview: files.get(photo.id)?.preview ?? null,
    }));
    const albums = new Map(
      photos.flatMap(({ albumId, albumName }) => (albumId && albumName ? [[albumId, albumName]] : [])),
    );
    const entries = await this.writePage.execute(job, segment, {
      ...{ kind: 'photos', title: 'Photos', rows, isLast: next === null },
      html: (frame) => photosPage(frame, rows, albums),
    });
    return { entries, next: after(job.position, next, withMore(chapter, 'photos', rows.length)) };
  }
}
