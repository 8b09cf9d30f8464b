import { exportRows } from '@postloom/contracts';
import type { ExportKind, ExportRow } from '@postloom/contracts';

/** Rows as lines of NDJSON, with the fields of the contract and no other: a field that is added elsewhere is not exported by accident. */
export function ndjson<K extends ExportKind>(kind: K, rows: readonly ExportRow<K>[]): Buffer {
  return Buffer.from(rows.map((row) => `${JSON.stringify(exportRows[kind].parse(row))}\n`).join(''));
}
