import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { rows, shop } from '../testing/export-rows.ts';
import type { ExportNeighbours } from '../testing/export-neighbours.ts';
import { ImportsUnderTest } from '../testing/imports-under-test.ts';
import { madeExport, madeZip } from '../testing/made-zip.ts';
import type { MadeFile } from '../testing/made-zip.ts';
import type { MediaUnderTest } from '../testing/media-under-test.ts';

let imports: ImportsUnderTest;
let media: MediaUnderTest;
let neighbours: ExportNeighbours;
beforeAll(async () => {
  imports = await ImportsUnderTest.start();
  ({ media, neighbours } = imports);
});
afterAll(() => imports.close());
beforeEach(() => imports.forget());

describe('an import', () => {
  const bomb = (bytes: number) => ({ bytes: Buffer.alloc(bytes, 32), deflate: true });
  const folders = (many: number): MadeFile[] =>
    Array.from({ length: many }, (_, index) => ({ name: `businesses/${index + 10}-a/photos/a.jpg`, bytes: '' }));

  it.each<[string, Buffer, RegExp]>([
    ['no zip at all', Buffer.from('hello'), /not a complete zip/],
    ['a zip that is cut off', madeExport([shop]).subarray(0, 300), /not a complete zip/],
    ['a zip of something else', madeZip([{ name: 'a.txt', bytes: 'a' }]), /no file manifest\.json/],
    ['a path that climbs', madeExport([{ name: '../../etc/passwd', bytes: 'x' }]), /not a complete zip/],
    ['an absolute path', madeExport([{ name: '/etc/passwd', bytes: 'x' }]), /not a complete zip/],
    ['a path of Windows', madeExport([{ name: 'a\\..\\b', bytes: 'x' }]), /not a complete zip/],
    ['a name twice', madeExport([shop, shop]), /two files of the name/],
    ['a name that no text has', madeExport([{ name: 'a\u0000b', bytes: 'x' }]), /file name that no export has/],
    [
      'a list with names that no text has',
      madeExport([shop], { list: () => [{ path: 'a\u0000b', bytes: 1, sha256: 'a'.repeat(64) }] }),
      /The file a b is not in the zip/,
    ],
    ['a link', madeExport([{ name: 'a', bytes: '/etc/passwd', claims: { mode: 0o120777 } }]), /links/],
    ['a folder', madeExport([{ name: 'a/', bytes: '' }]), /links or empty folders/],
    [
      'an encrypted file',
      madeExport([{ name: 'a', bytes: 'x', deflate: true, claims: { flags: 0x0801 } }]),
      /encrypted/,
    ],
    [
      'a list of other files',
      madeExport([shop], { list: () => [{ path: 'x', bytes: 1, sha256: 'a'.repeat(64) }] }),
      /not in the zip as its list says/,
    ],
    [
      'rows that were changed',
      madeExport([shop], { list: (files) => files.map((file) => ({ ...file, sha256: 'a'.repeat(64) })) }),
      /not the one that was exported/,
    ],
    ['a later version', madeExport([shop], { head: { version: 2 } }), /later version/],
    ['another product', madeExport([shop], { head: { product: 'Other' } }), /not an export of Postloom/],
    [
      'a list of one file again and again',
      madeExport([shop], { list: (files) => [...files, ...files, ...files] }),
      /damaged/,
    ],
    [
      'a list that unpacks into much',
      madeZip([{ name: 'manifest.json', bytes: '[', deflate: true, claims: { size: 200_000_000 } }]),
      /larger than any/,
    ],
    ['folders of businesses without an end', madeExport(folders(501)), /more businesses/],
    ['a list that is none', madeZip([{ name: 'manifest.json', bytes: '[' }]), /damaged/],
    ['a list without an end', madeZip([{ name: 'manifest.json', ...bomb(25_000_000) }]), /longer than any/],
    ['rows that unpack into much', madeExport([shop, { ...rows('posts'), ...bomb(20_000_000) }]), /larger than any/],
    [
      'a file that unpacks into more than it says',
      madeExport([shop, { ...rows('posts'), ...bomb(15_000_000), claims: { size: 100 } }], {
        list: (files) => files.map((file) => (file.path === shop.name ? file : { ...file, bytes: 100 })),
      }),
      /damaged/,
    ],
    ['more lines than a file has', madeExport([shop, rows('posts', ...Array<string>(1_100).fill('{}'))]), /more lines/],
  ])('refuses %s, makes nothing, and lets the person try another', async (_, zip, why) => {
    const person = neighbours.person();
    await imports.upload(person, zip);
    expect((await imports.reaches(person, 'refused')).refusal).toMatch(why);
    expect(imports.businesses.calls).toEqual([]);
    // One that is being deleted waits a minute for its end.
    const kept = await media.sql(
      `SELECT 1 AS kept FROM object_deletions WHERE starts_with(object_key, $1) AND ready_at > now() + interval '1 hour'`,
      [person.caller.userId],
    );
    expect(kept).toEqual([]);
    await imports.upload(person, madeExport([shop]));
    await imports.reaches(person, 'waiting');
  });
});
