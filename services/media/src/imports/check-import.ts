import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { MAX_PHOTO_BYTES } from '@postloom/contracts';
import type { ExportFile } from '@postloom/contracts';
import { importSteps } from './import-job.ts';
import type { ImportChapter } from './import-job.ts';
import { limits } from './limits.ts';
import { readManifest } from './read-manifest.ts';
import { parseRows } from './read-rows.ts';
import { NO_COUNTS } from '../exports/index.ts';
import { BadZip } from './zip/bad-zip.ts';
import type { ZipArchive } from './zip/zip-archive.ts';

/** Named as they are looked for when they come back. */
const ROWS =
  /^(businesses\/\d{2,6}-[^/]{1,120})\/(?:(business)|(albums|photos|posts|schedules|captions)-\d{4,6})\.ndjson$/;
const PHOTO = /^(businesses\/[^/]+)\/photos\/[^/]+$/;
const LONGEST_NAME = 100;
const NAMELESS = 'A business without a name';

/** A business of the zip while it is counted. */
type Chapter = { -readonly [K in keyof Omit<ImportChapter, 'counts'>]: ImportChapter[K] } & {
  counts: { -readonly [K in keyof ImportChapter['counts']]: number };
};

/**
 * Reads what a zip holds, before anything is made of it. Its list is believed in nothing: each file must be there with this size, and each file
 * of rows must be the one that was exported. Pictures are looked at when they come back.
 */
@Injectable()
export class CheckImport {
  /** `keep`: a sign of life, before each thing that takes its time. @throws BadZip */
  async execute(
    zip: ZipArchive,
    keep: () => Promise<void>,
  ): Promise<{ exportId: string; chapters: readonly ImportChapter[] }> {
    const chapters = new Map<string, Chapter>();
    const ofRows: ExportFile[] = [];
    let bytesOfRows = 0;
    const exportId = await readManifest(zip, (file) => {
      if (zip.sizeOf(file.path) !== file.bytes) {
        throw new BadZip(`The file ${file.path} is not in the zip as its list says. ${AGAIN}`);
      }
      if (file.path.endsWith('.ndjson')) {
        ofRows.push(file);
        bytesOfRows += file.bytes;
        if (ofRows.length > limits.rowFiles || bytesOfRows > limits.allRows) {
          throw new BadZip('The rows of this zip are more than an export can have.');
        }
      }
      const [, folder] = PHOTO.exec(file.path) ?? [];
      if (folder !== undefined) {
        chapterOf(chapters, folder).photoBytes += Math.min(file.bytes, MAX_PHOTO_BYTES);
      }
    });
    for (const file of ofRows) {
      await keep();
      await this.read(zip, file, chapters);
    }
    return { exportId, chapters: inOrder(chapters) };
  }

  private async read(zip: ZipArchive, { path, sha256 }: ExportFile, chapters: Map<string, Chapter>): Promise<void> {
    const bytes = await zip.whole(path, limits.rows);
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
      throw new BadZip(`The file ${path} is not the one that was exported. ${AGAIN}`);
    }
    const [, folder, profile, rows] = ROWS.exec(path) ?? [];
    const kind = importSteps.find((step) => step === (profile ?? rows));
    if (folder === undefined || kind === undefined) {
      return;
    }
    const chapter = chapterOf(chapters, folder);
    const text = bytes.toString('utf8');
    if (kind === 'business') {
      chapter.counts.businesses = 1;
      const name = parseRows(kind, text).rows[0]?.row.name.trim() ?? '';
      chapter.name = [...name].slice(0, LONGEST_NAME).join('') || NAMELESS;
    } else if (kind === 'posts') {
      const posts = parseRows(kind, text).rows;
      chapter.counts.posts += posts.length;
      chapter.openPosts += posts.filter(({ row }) => row.status === 'draft' || row.status === 'scheduled').length;
    } else {
      chapter.counts[kind] += parseRows(kind, text).rows.length;
    }
  }
}

const AGAIN = 'Please upload the zip as you downloaded it.';

function chapterOf(chapters: Map<string, Chapter>, folder: string): Chapter {
  const known = chapters.get(folder);
  if (known !== undefined) {
    return known;
  }
  if (chapters.size === limits.businesses) {
    throw new BadZip('This zip has more businesses than an import takes at once.');
  }
  const chapter = { number: 0, folder, name: NAMELESS, photoBytes: 0, openPosts: 0, counts: { ...NO_COUNTS } };
  chapters.set(folder, chapter);
  return chapter;
}

/** Folders without a business are not one. */
function inOrder(chapters: Map<string, Chapter>): ImportChapter[] {
  return [...chapters.values()]
    .filter(({ counts }) => counts.businesses === 1)
    .toSorted((a, b) => (a.folder < b.folder ? -1 : 1))
    .map((chapter, index) => ({ ...chapter, number: index + 1 }));
}
