import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { ExportRow } from '@postloom/contracts';
import type { ExportJob, StepResult } from '../export-job.ts';
import { ExportReads } from '../export-reads.ts';
import { schedulesPage } from '../pages/schedules-page.ts';
import { after } from '../position.ts';
import type { SegmentFile } from '../zip/segment-file.ts';
import { chapterOf, withMore } from './chapter-of.ts';
import type { ExportStep } from './export-step.ts';
import { WritePage } from './write-page.ts';

/** Recurring schedules with their occurrences to come. */
@Injectable()
export class WriteSchedules implements ExportStep {
  constructor(
    private readonly reads: ExportReads,
    private readonly writePage: WritePage,
  ) {}

  async execute(job: ExportJob, segment: SegmentFile): Promise<StepResult> {
    const chapter = chapterOf(job);
    const page = await this.reads.schedules(job, chapter.businessId, job.position.cursor);
    const rows: ExportRow<'schedules'>[] = [];
    for (const schedule of page.rows) {
      const upcoming = await this.upcoming(job, chapter.businessId, schedule.id);
      if (upcoming !== null) {
        rows.push({ ...schedule, upcoming });
      }
    }
    const entries = await this.writePage.execute(job, segment, {
      ...{ kind: 'schedules', title: 'Recurring schedules', rows, isLast: page.next === null },
      html: (frame) => schedulesPage(frame, rows),
    });
    return { entries, next: after(job.position, page.next, withMore(chapter, 'schedules', rows.length)) };
  }

  /** Null: the schedule was deleted meanwhile. */
  private async upcoming(job: ExportJob, businessId: string, id: string) {
    try {
      return await this.reads.upcoming(job, businessId, id);
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') {
        return null;
      }
      throw error;
    }
  }
}
