import type { ExportJob, StepResult } from '../export-job.ts';
import type { SegmentFile } from '../zip/segment-file.ts';

/** One part of the work on an export: it writes some files to the segment, and says where to continue. Repeated after a crash. */
export interface ExportStep {
  execute(job: ExportJob, segment: SegmentFile): Promise<StepResult>;
}
