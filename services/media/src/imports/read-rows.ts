import { exportRows } from '@postloom/contracts';
import type { ExportKind, ExportRow } from '@postloom/contracts';
import { limits } from './limits.ts';
import { CONTROL, plainWords } from './plain-words.ts';
import { BadZip } from './zip/bad-zip.ts';
import type { ZipArchive } from './zip/zip-archive.ts';

export interface RowsRead<K extends ExportKind> {
  readonly rows: readonly { readonly line: number; readonly row: ExportRow<K> }[];
  readonly refused: readonly { readonly line: number; readonly why: string }[];
}

/** The rows of one file; what is wrong with a line is said of that line, and the others are read. */
export async function readRows<K extends ExportKind>(zip: ZipArchive, kind: K, file: string): Promise<RowsRead<K>> {
  return parseRows(kind, (await zip.whole(file, limits.rows)).toString('utf8'));
}

/** @throws BadZip for more lines than a file of an export has */
export function parseRows<K extends ExportKind>(kind: K, text: string): RowsRead<K> {
  const lines = text.split('\n');
  if (lines.length > limits.lines + 1) {
    throw new BadZip('A file of rows has more lines than any of an export.');
  }
  const rows: { line: number; row: ExportRow<K> }[] = [];
  const refused: { line: number; why: string }[] = [];
  for (const [index, content] of lines.entries()) {
    const line = index + 1;
    const read = content.trim() === '' ? null : parseRow(kind, content);
    if (typeof read === 'string') {
      refused.push({ line, why: read });
    } else if (read !== null) {
      rows.push({ line, row: read });
    }
  }
  return { rows, refused };
}

/** The row, or why it is none. */
function parseRow<K extends ExportKind>(kind: K, line: string): ExportRow<K> | string {
  if (Buffer.byteLength(line) > limits.line) {
    return 'This line is longer than any of an export.';
  }
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'This line is not JSON.';
  }
  const parsed = exportRows[kind].safeParse(value);
  if (parsed.success) {
    return isStorable(parsed.data) ? (parsed.data as ExportRow<K>) : 'This row has characters that no text has.';
  }
  const [issue] = parsed.error.issues;
  return plainWords(`This row is not complete: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim());
}

/**
 * False for what the database would refuse although it fits the schema, and which no form lets through: control characters and halves of
 * characters. A row that fits its schema is not deep.
 */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') {
    return !CONTROL.test(value) && value.isWellFormed();
  }
  if (typeof value !== 'object' || value === null) {
    return true;
  }
  return Object.entries(value).every(([name, held]) => isStorable(name) && isStorable(held));
}
