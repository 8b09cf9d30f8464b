import { Injectable } from '@nestjs/common';
import type { ExportJob, StepResult } from '../export-job.ts';
import { ExportReads } from '../export-reads.ts';
import { after } from '../position.ts';
import type { SegmentFile } from '../zip/segment-file.ts';
import { chapterOf, withMore } from './chapter-of.ts';
import type { ExportStep } from './export-step.ts';
import { WritePage } from './write-page.ts';

/** The history of written captions. With its last page the business is complete. */
@Injectable()
export class WriteCaptions implements ExportStep {
  constructor(
    private readonly reads: ExportReads,
    private readonly writePage: WritePage,
  ) {}

  async execute(job: ExportJob, segment: SegmentFile): Promise<StepResult> {
    const { businessId } = chapterOf(job);
    const { rows, next } = await this.reads.captions(job, businessId, job.position.cursor);
    const entries = await this.writePage.execute(job, segment, {
      ...{ kind: 'captions', title: 'Written captions', rows, isLast: next === null },
    });
    const chapter = withMore(chapterOf(job), 'captions', rows.length);
    return { entries, next: after(job.position, next, chapter), ...(next === null && { chapter }) };
  }
}
