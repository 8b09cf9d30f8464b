import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { madeZip } from '../../testing/made-zip.ts';
import { BadZip } from './bad-zip.ts';
import { ZipArchive } from './zip-archive.ts';

const open = (zip: Buffer): Promise<ZipArchive> =>
  ZipArchive.open((from, to) => Readable.from([zip.subarray(from, to)]), zip.length);
const zipOf = (files: number, nameLength: number): Buffer =>
  madeZip(Array.from({ length: files }, (_, index) => ({ name: `${index}`.padStart(nameLength, 'n'), bytes: '' })));

describe('the directory of a zip', () => {
  it('is held as long as its names are', async () => {
    expect((await open(zipOf(600, 100))).files).toBe(600);
    const refused = await open(zipOf(600, 60_000)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(BadZip);
    expect((refused as BadZip).message).toBe('This zip has more files than an export can have.');
  });
});
