import type { DataExport } from '@postloom/contracts';
import { countsOf } from './counts-of.ts';
import { NO_COUNTS } from './export-job.ts';
import type { ExportRecord } from './exports.repository.ts';

/** An export as its person sees it; null: there was none. */
export function toDataExport(row: ExportRecord | null): DataExport {
  if (row === null) {
    return {
      ...{ state: 'none', askedAt: null, percent: 0, readyAt: null, expiresAt: null, bytes: null },
      counts: NO_COUNTS,
    };
  }
  const isReady = row.state === 'ready';
  return {
    state: row.is_expired ? 'expired' : row.state,
    askedAt: row.asked_at.toISOString(),
    percent: isReady ? 100 : share(row),
    readyAt: isReady ? (row.ended_at?.toISOString() ?? null) : null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    bytes: isReady ? row.bytes : null,
    counts: countsOf(row.chapters),
  };
}

/** Photos are nearly all of the work; the last percent is not reached before the end. */
function share({ photo_bytes: done, expected_bytes: expected }: ExportRecord): number {
  return expected === 0 ? 0 : Math.min(99, Math.floor((done / expected) * 100));
}
