import { Injectable } from '@nestjs/common';
import type { ExportJob, StepResult } from '../export-job.ts';
import { after } from '../position.ts';
import { StoredEntries } from '../stored-entries.ts';
import type { SegmentFile } from '../zip/segment-file.ts';
import { centralHeader, endRecords } from '../zip/zip-records.ts';
import type { ExportStep } from './export-step.ts';

/** The directory of the zip, with which it ends. */
@Injectable()
export class WriteDirectory implements ExportStep {
  constructor(private readonly stored: StoredEntries) {}

  async execute(job: ExportJob, segment: SegmentFile): Promise<StepResult> {
    let entries = 0;
    for await (const entry of this.stored.of(job.id)) {
      await segment.append(centralHeader(entry, job.asked_at));
      entries += 1;
    }
    await segment.append(endRecords({ entries, start: segment.start, bytes: segment.length }));
    return { entries: [], next: after(job.position, null) };
  }
}
