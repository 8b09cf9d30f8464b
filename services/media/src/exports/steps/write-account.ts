import { Injectable } from '@nestjs/common';
import type { ExportJob, StepResult } from '../export-job.ts';
import { ExportReads } from '../export-reads.ts';
import { after } from '../position.ts';
import { ndjson } from '../rows.ts';
import type { SegmentFile } from '../zip/segment-file.ts';
import type { ExportStep } from './export-step.ts';

/** The person and what they have chosen. */
@Injectable()
export class WriteAccount implements ExportStep {
  constructor(private readonly reads: ExportReads) {}

  async execute(job: ExportJob, segment: SegmentFile): Promise<StepResult> {
    const rows = [await this.reads.account(job)];
    const written = await segment.add('account.ndjson', 8, [ndjson('account', rows)]);
    return { entries: [{ ...written, role: 'rows', rows: 1 }], next: after(job.position, null) };
  }
}
