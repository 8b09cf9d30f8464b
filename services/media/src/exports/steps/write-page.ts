import { Injectable } from '@nestjs/common';
import type { ExportKind, ExportRow } from '@postloom/contracts';
import type { ExportEntry, ExportJob } from '../export-job.ts';
import { pageFile } from '../file-names.ts';
import type { PageFrame } from '../pages/page.ts';
import { ndjson } from '../rows.ts';
import type { SegmentFile } from '../zip/segment-file.ts';
import { chapterOf } from './chapter-of.ts';

interface RowsOfPage<K extends ExportKind> {
  readonly kind: K;
  /** What people call the rows. */
  readonly title: string;
  readonly rows: readonly ExportRow<K>[];
  readonly isLast: boolean;
  /** The page for people, where there is one. */
  readonly html?: (frame: PageFrame) => string;
}

/** One page of rows of a business: its lines, and what people read. Nothing for a kind that has none. */
@Injectable()
export class WritePage {
  async execute<K extends ExportKind>(
    job: ExportJob,
    segment: SegmentFile,
    { kind, title, rows, isLast, html }: RowsOfPage<K>,
  ): Promise<ExportEntry[]> {
    if (rows.length === 0) {
      return [];
    }
    const { folder, name } = chapterOf(job);
    const { page } = job.position;
    const lines = await segment.add(`${folder}/${pageFile(kind, page, 'ndjson')}`, 8, [ndjson(kind, rows)]);
    const entries: ExportEntry[] = [{ ...lines, role: 'rows', rows: rows.length }];
    if (html !== undefined) {
      const path = `${folder}/${pageFile(kind, page, 'html')}`;
      const before = page === 1 ? null : `${folder}/${pageFile(kind, page - 1, 'html')}`;
      const behind = isLast ? null : `${folder}/${pageFile(kind, page + 1, 'html')}`;
      const text = html({ path, before, behind, title: `${title}: ${name}` });
      entries.push({ ...(await segment.add(path, 8, [Buffer.from(text)])), role: 'page' });
    }
    return entries;
  }
}
