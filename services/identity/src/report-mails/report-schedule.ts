import type { ReportFormat, ReportSchedule } from '@postloom/contracts';
import type { ReportRhythm } from './report-turn.ts';

/** A schedule as its queries read one. */
export interface ReportScheduleRow extends ReportRhythm {
  readonly id: string;
  readonly format: ReportFormat;
  readonly is_active: boolean;
  readonly ready_at: Date;
  readonly last_sent_at: Date | null;
  readonly created_at: Date;
}

export function toReportSchedule(row: ReportScheduleRow): ReportSchedule {
  const { id, frequency, weekday, day, hour, format } = row;
  return {
    ...{ id, frequency, weekday, day, hour, format },
    isActive: row.is_active,
    nextAt: row.is_active ? row.ready_at.toISOString() : null,
    lastSentAt: row.last_sent_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}
