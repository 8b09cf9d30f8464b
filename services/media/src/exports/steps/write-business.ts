import { Injectable } from '@nestjs/common';
import { GetReportLogo } from '../../report-logo/index.ts';
import { NO_COUNTS } from '../export-job.ts';
import type { ExportJob, StepResult } from '../export-job.ts';
import { ExportReads } from '../export-reads.ts';
import { chapterFolder } from '../file-names.ts';
import { after, LAST_BUSINESS } from '../position.ts';
import { ndjson } from '../rows.ts';
import type { SegmentFile } from '../zip/segment-file.ts';
import type { ExportStep } from './export-step.ts';

/** The next business that the person owns, with its whole profile; those of others, in which they only work, are not theirs to take. */
@Injectable()
export class WriteBusiness implements ExportStep {
  constructor(
    private readonly reads: ExportReads,
    private readonly getLogo: GetReportLogo,
  ) {}

  async execute(job: ExportJob, segment: SegmentFile): Promise<StepResult> {
    const { position } = job;
    const {
      rows: [business],
      next,
    } = await this.reads.businesses(job, position.businesses);
    const businesses = next ?? LAST_BUSINESS;
    if (business?.role !== 'owner') {
      return { entries: [], next: { ...position, businesses, step: next === null ? 'front' : 'business' } };
    }
    const number = (position.chapter?.number ?? 0) + 1;
    const folder = chapterFolder(number, business.name);
    const [activeId, aiSettings, captionVoice, reportSchedules, reportBrand, { logo: reportLogo }] = await Promise.all([
      this.reads.activeBusinessId(job),
      this.reads.aiSettings(job, business.id),
      this.reads.captionVoice(job, business.id),
      this.reads.reportSchedules(job, business.id),
      this.reads.reportBrand(job, business.id),
      this.getLogo.execute(business.id),
    ]);
    const isActive = business.id === activeId;
    const row = { ...business, isActive, ...aiSettings, captionVoice, reportSchedules, reportBrand, reportLogo };
    const written = await segment.add(`${folder}/business.ndjson`, 8, [ndjson('business', [row])]);
    const { businesses: _businesses, ...counts } = NO_COUNTS;
    const { id: businessId, name, timeZone } = business;
    const chapter = { businessId, number, name, timeZone, isActive, folder, counts };
    return {
      entries: [{ ...written, role: 'rows', rows: 1 }],
      next: after({ ...position, businesses }, null, chapter),
    };
  }
}
