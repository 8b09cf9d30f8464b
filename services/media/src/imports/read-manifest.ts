import { EXPORT_VERSION, ExportFile, ExportManifest } from '@postloom/contracts';
import { limits } from './limits.ts';
import { BadZip } from './zip/bad-zip.ts';
import type { ZipArchive } from './zip/zip-archive.ts';

const NO_EXPORT = 'This zip is not an export of Postloom.';
const DAMAGED = 'The list of files in this zip is damaged.';
/** Characters of a line of the list. */
const LINE = 4_000;
const Head = ExportManifest.omit({ files: true });

/**
 * Reads the list of an export's files line by line, as it was written: its first line is the export, and every other a file. Returns the id of
 * the export. @throws BadZip for a list that is none, has more files than the zip, or is of another version
 */
export async function readManifest(zip: ZipArchive, take: (file: ExportFile) => void): Promise<string> {
  let exportId: string | null = null;
  let isWhole = false;
  // Its first line, every other file, its end, and nothing behind that.
  let linesLeft = zip.files + 2;
  for await (const line of zip.lines('manifest.json', limits.list, LINE)) {
    if (linesLeft === 0) {
      throw new BadZip(DAMAGED);
    }
    linesLeft -= 1;
    if (exportId === null) {
      exportId = headOf(line);
    } else if (line === ']}') {
      isWhole = true;
    } else if (line !== '') {
      const file = ExportFile.safeParse(parsed(line.replace(/,$/, '')));
      if (!file.success || isWhole) {
        throw new BadZip(DAMAGED);
      }
      take(file.data);
    }
  }
  if (exportId === null || !isWhole) {
    throw new BadZip(DAMAGED);
  }
  return exportId;
}

function headOf(line: string): string {
  const value = parsed(`${line}]}`);
  const version = (value as { version?: unknown } | null)?.version;
  if (typeof version === 'number' && version > EXPORT_VERSION) {
    throw new BadZip('This export was made by a later version of Postloom. Please bring it back there.');
  }
  const head = Head.safeParse(value);
  if (!head.success || head.data.version !== EXPORT_VERSION) {
    throw new BadZip(NO_EXPORT);
  }
  return head.data.exportId;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BadZip(DAMAGED, { cause: error });
  }
}
