import { Injectable } from '@nestjs/common';
import { EXPORT_VERSION } from '@postloom/contracts';
import type { ExportManifest } from '@postloom/contracts';
import { countsOf } from '../counts-of.ts';
import type { ExportEntry, ExportJob, StepResult } from '../export-job.ts';
import { frontPage } from '../pages/front-page.ts';
import { STYLE } from '../pages/style.ts';
import { after } from '../position.ts';
import { StoredEntries } from '../stored-entries.ts';
import type { SegmentFile } from '../zip/segment-file.ts';
import type { ExportStep } from './export-step.ts';

/** The page to open first, and the list of all files with what they must be. */
@Injectable()
export class WriteFront implements ExportStep {
  constructor(private readonly stored: StoredEntries) {}

  async execute(job: ExportJob, segment: SegmentFile): Promise<StepResult> {
    const pages: ExportEntry[] = [];
    for (const [name, text] of [
      ['index.html', frontPage(job.chapters, job.asked_at)],
      ['style.css', STYLE],
    ] as const) {
      pages.push({ ...(await segment.add(name, 8, [Buffer.from(text)])), role: 'page' });
    }
    const manifest = await segment.add('manifest.json', 8, this.manifest(job, pages));
    return { entries: [...pages, { ...manifest, role: 'rows' }], next: after(job.position, null) };
  }

  /** In pieces: it has a line for every photo. */
  private async *manifest(job: ExportJob, pages: readonly ExportEntry[]): AsyncIterable<Buffer> {
    const head: Omit<ExportManifest, 'files'> = {
      ...{ product: 'Postloom', version: EXPORT_VERSION, exportId: job.id, madeAt: job.asked_at.toISOString() },
      counts: countsOf(job.chapters),
    };
    yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},"files":[`);
    let separator = '\n';
    const line = ({ name, size, sha256, rows }: ExportEntry): Buffer => {
      const file = { path: name, bytes: size, sha256, ...(typeof rows === 'number' && { rows }) };
      const text = `${separator}${JSON.stringify(file)}`;
      separator = ',\n';
      return Buffer.from(text);
    };
    for await (const entry of this.stored.of(job.id)) {
      yield line(entry);
    }
    for (const entry of pages) {
      yield line(entry);
    }
    yield Buffer.from('\n]}\n');
  }
}
