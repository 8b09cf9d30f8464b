import { createHash } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';
import type { ExportFile } from '@postloom/contracts';
import { centralHeader, endRecords, localHeader } from '../exports/zip/zip-records.ts';

export interface MadeFile {
  readonly name: string;
  readonly bytes: Buffer | string;
  readonly deflate?: boolean;
  /** What the directory claims instead. */
  readonly claims?: { readonly size?: number; readonly mode?: number; readonly flags?: number };
}

const at = new Date('2026-11-23T10:00:00Z');

/** A zip of these files, also one that no honest program would write. */
export function madeZip(files: readonly MadeFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let start = 0;
  for (const { name, bytes, deflate = false, claims = {} } of files) {
    const raw = Buffer.from(bytes);
    const packed = deflate ? deflateRawSync(raw) : raw;
    const method: 0 | 8 = deflate ? 8 : 0;
    const entry = { name, method, crc: crc32(raw), size: claims.size ?? raw.length, stored: packed.length };
    const header = localHeader(entry, at);
    const central = centralHeader({ ...entry, start }, at);
    if (claims.mode !== undefined) {
      central.writeUInt32LE(claims.mode * 0x1_0000, 38);
    }
    if (claims.flags !== undefined) {
      central.writeUInt16LE(claims.flags, 8);
    }
    parts.push(header, packed);
    directory.push(central);
    start += header.length + packed.length;
  }
  const bytes = directory.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([...parts, ...directory, endRecords({ entries: files.length, start, bytes })]);
}

/** With the list that an export has, a line for each file; `head` and `list` change it. */
export function madeExport(
  files: readonly MadeFile[],
  { head = {}, list = (same) => same }: { head?: object; list?: (files: ExportFile[]) => ExportFile[] } = {},
): Buffer {
  const first = {
    ...{ product: 'Postloom', version: 1, exportId: '0192f3a4-1111-7222-8333-abcdefabcdef', madeAt: at.toISOString() },
    counts: { businesses: 0, photos: 0, albums: 0, posts: 0, schedules: 0, captions: 0 },
    ...head,
  };
  const listed = list(
    files.map(({ name, bytes }) => ({
      ...{ path: name, bytes: Buffer.from(bytes).length },
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })),
  );
  const lines = listed.map((file) => JSON.stringify(file)).join(',\n');
  const manifest = `${JSON.stringify(first).slice(0, -1)},"files":[\n${lines}\n]}\n`;
  return madeZip([...files, { name: 'manifest.json', bytes: manifest, deflate: true }]);
}
