import { Injectable } from '@nestjs/common';
import { Scope, Uow } from '@postloom/persistence';
import { AlbumsRepository } from '../../albums/index.ts';
import type { ExportJob, StepResult } from '../export-job.ts';
import { paged, pageOf } from '../paged.ts';
import { after } from '../position.ts';
import type { SegmentFile } from '../zip/segment-file.ts';
import { chapterOf, withMore } from './chapter-of.ts';
import type { ExportStep } from './export-step.ts';
import { WritePage } from './write-page.ts';

const PAGE = 100;

@Injectable()
export class WriteAlbums implements ExportStep {
  constructor(
    private readonly uow: Uow,
    private readonly albums: AlbumsRepository,
    private readonly writePage: WritePage,
  ) {}

  async execute(job: ExportJob, segment: SegmentFile): Promise<StepResult> {
    const chapter = chapterOf(job);
    const list = await this.uow.run(
      Scope.business(chapter.businessId),
      (tx) => this.albums.fromTheTop(tx, chapter.businessId, paged(PAGE, job.position.cursor)),
      { readOnly: true },
    );
    const { rows, next } = pageOf(list);
    const entries = await this.writePage.execute(job, segment, {
      ...{ kind: 'albums', title: 'Albums', rows, isLast: next === null },
    });
    return { entries, next: after(job.position, next, withMore(chapter, 'albums', rows.length)) };
  }
}
