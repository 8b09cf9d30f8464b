import { Injectable } from '@nestjs/common';
import { Scope, Uow } from '@postloom/persistence';
import type { ExportJob, StepResult } from '../export-job.ts';
import { ExportReads } from '../export-reads.ts';
import { ExportsRepository } from '../exports.repository.ts';
import { postsPage } from '../pages/posts-page.ts';
import { after } from '../position.ts';
import type { SegmentFile } from '../zip/segment-file.ts';
import { chapterOf, withMore } from './chapter-of.ts';
import type { ExportStep } from './export-step.ts';
import { WritePage } from './write-page.ts';

/** Posts with what became of them on each platform. */
@Injectable()
export class WritePosts implements ExportStep {
  constructor(
    private readonly uow: Uow,
    private readonly reads: ExportReads,
    private readonly exports: ExportsRepository,
    private readonly writePage: WritePage,
  ) {}

  async execute(job: ExportJob, segment: SegmentFile): Promise<StepResult> {
    const chapter = chapterOf(job);
    const { rows, next } = await this.reads.posts(job, chapter.businessId, job.position.cursor);
    const ids = [...new Set(rows.flatMap(({ photoIds }) => photoIds))];
    const files = await this.uow.run(Scope.global(), (tx) => this.exports.pictures(tx, job.id, ids), {
      readOnly: true,
    });
    const pictures = new Map(
      [...files].flatMap(([id, { preview, path }]) =>
        preview === null && path === null ? [] : [[id, preview ?? path ?? '']],
      ),
    );
    const entries = await this.writePage.execute(job, segment, {
      ...{ kind: 'posts', title: 'Posts', rows, isLast: next === null },
      html: (frame) => postsPage(frame, rows, pictures, chapter.timeZone),
    });
    return { entries, next: after(job.position, next, withMore(chapter, 'posts', rows.length)) };
  }
}
