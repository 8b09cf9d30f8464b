import { IMPORT_PART_BYTES } from '@postloom/contracts';
import type { DataImport, ImportFinding } from '@postloom/contracts';
import { NO_COUNTS } from '../exports/index.ts';
import type { ImportRecord } from './imports.repository.ts';

const NONE: DataImport = {
  ...{ id: null, state: 'none', askedAt: null, bytes: 0, receivedBytes: 0, partBytes: IMPORT_PART_BYTES },
  ...{ refusal: null, businesses: [], percent: 0, brought: NO_COUNTS, leftOut: 0, findings: [], findingsTotal: 0 },
};

/** An import as its person sees it. */
export function toDataImport(record: ImportRecord | null, findings: ImportFinding[]): DataImport {
  if (record === null) {
    return NONE;
  }
  return {
    ...{ id: record.id, state: record.state, askedAt: record.asked_at.toISOString() },
    ...{ bytes: record.bytes, receivedBytes: record.received_bytes, partBytes: IMPORT_PART_BYTES },
    refusal: record.refusal,
    businesses: record.chapters.map(({ folder: _, ...chapter }) => chapter),
    percent: percentOf(record),
    ...{ brought: record.brought, leftOut: record.left_out, findings, findingsTotal: record.findings },
  };
}

function percentOf({ state, chapters, chosen, brought }: ImportRecord): number {
  const wanted = chapters.filter(({ number }) => chosen.includes(number)).map(({ counts }) => counts);
  const all = wanted.reduce((sum, { photos, posts }) => sum + photos + posts, 0);
  if (state === 'done') {
    return 100;
  }
  return all === 0 ? 0 : Math.min(99, Math.floor(((brought.photos + brought.posts) / all) * 100));
}
