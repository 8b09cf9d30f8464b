import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  albumRpc,
  deletionEvents,
  exportRpc,
  identityEvents,
  importDataRpc,
  mediaRpc,
  rowsOf,
} from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { business, draft, folder, NOW, photoRow, rows, shop } from '../testing/export-rows.ts';
import type { ExportNeighbours } from '../testing/export-neighbours.ts';
import { ImportsUnderTest } from '../testing/imports-under-test.ts';
import { madeExport } from '../testing/made-zip.ts';
import { refusal } from '../testing/media-under-test.ts';
import type { MediaUnderTest } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';

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
  it('brings back what an export has: photos byte for byte in their albums, every row once', async () => {
    const before = neighbours.person();
    const old = neighbours.business(before, 'Bakery Huber');
    const pictures = [await jpeg(1), await jpeg(2)];
    const shelf = await media.rpc(albumRpc.albumCreate, { name: 'Shelf' }, old);
    const album = await media.rpc(albumRpc.albumCreate, { name: 'Bread', parentId: shelf.id }, old);
    const photos = [await media.photo(old, pictures[0] ?? Buffer.alloc(0), 'Loaf.jpg')];
    photos.push(await media.photo(old, pictures[1] ?? Buffer.alloc(0), 'Roll.jpg'));
    const loafId = photos[0]?.id ?? '';
    const changes = { albumId: album.id, altText: 'A loaf', tags: ['bread', 'warm'] };
    await media.rpc(mediaRpc.photoUpdate, { id: loafId, ...changes }, old);
    neighbours.posts(old, 70, loafId);
    neighbours.schedules(old, 2);
    neighbours.captions(old, 60);
    await media.rpc(exportRpc.exportStart, {}, before);
    await eventually('it is exported', async () =>
      expect((await media.rpc(exportRpc.exportGet, {}, before)).state).toBe('ready'),
    );
    const { path, ticket } = await media.rpc(exportRpc.exportOpen, {}, before);
    const zip = (await media.ask('GET', path, { headers: { authorization: `Ticket ${ticket}` } })).bytes;

    const person = neighbours.person();
    await imports.upload(person, zip);
    const waiting = await imports.reaches(person, 'waiting');
    expect(waiting.businesses).toEqual([
      {
        ...{ number: 1, name: 'Bakery Huber', openPosts: 0 },
        photoBytes: pictures.reduce((sum, { length }) => sum + length, 0),
        counts: { businesses: 1, photos: 2, albums: 2, posts: 70, schedules: 2, captions: 60 },
      },
    ]);
    expect(imports.businesses.calls).toEqual([]); // nothing is made before they choose
    await imports.begin(person, [1], true);
    const done = await imports.reaches(person, 'done');
    expect(done).toMatchObject({
      ...{ leftOut: 0, findingsTotal: 2, percent: 100 },
      brought: { businesses: 1, photos: 2, albums: 2, posts: 70, schedules: 2, captions: 60 },
    });
    const into = imports.broughtInto(person);
    expect(into.caller.businessId).not.toBe(old.caller.businessId);
    expect(imports.businesses.calls[0]?.input.profile).toMatchObject({
      name: 'Bakery Huber',
      timeZone: 'Europe/Vienna',
    });
    expect(imports.providers.calls.map(({ input }) => input)).toEqual([{ provider: 'anthropic', failover: true }]);
    expect(imports.voices.calls.map(({ input }) => input)).toMatchObject([
      { bannedWords: ['delicious'], emojis: 'none' },
    ]);
    const here = rowsOf(await media.rpc(mediaRpc.photoList, {}, into));
    const facts = ({ originalName, sha256: hash, createdAt, tags, altText }: (typeof here)[number]) => ({
      ...{ originalName, hash, createdAt, tags, altText },
    });
    expect(here.map(facts)).toEqual(rowsOf(await media.rpc(mediaRpc.photoList, {}, old)).map(facts));
    const loaf = here.find(({ originalName }) => originalName === 'Loaf.jpg');
    const albums = rowsOf(await media.rpc(albumRpc.albumList, {}, into));
    expect(albums).toMatchObject([
      { name: 'Bread', photoCount: 1, parentId: albums[1]?.id },
      { name: 'Shelf', parentId: null },
    ]);
    expect(loaf).toMatchObject({ altText: 'A loaf', tags: ['bread', 'warm'], albumId: albums[0]?.id });
    expect((await media.open(into, `download/${loaf?.id}`)).bytes).toEqual(pictures[0]);
    const sent = imports.posts.calls.flatMap(({ input }) => input.posts);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(70);
    expect(new Set(sent.flatMap(({ photoIds }) => photoIds))).toEqual(new Set([loaf?.id]));
    expect(imports.posts.calls[0]?.context).toMatchObject({ ...into.caller, role: 'owner' });
    expect(imports.schedules.calls.flatMap(({ input }) => input.schedules)).toHaveLength(2);
    expect(imports.captions.calls.flatMap(({ input }) => input.captions)).toHaveLength(60);
    expect(imports.preferences.calls.map(({ input }) => input)).toMatchObject([{ defaultCaptionStyle: 'casual' }]);
    expect(imports.notices.calls.map(({ input }) => input.quietHours)).toMatchObject([{ from: '20:00' }]);
    expect((await media.storage(person)).used).toBe(waiting.businesses[0]?.photoBytes);
    expect((await media.storage(person)).reserved).toBe(0);
    await eventually('the zip is gone', () => expect(media.storedFor(person.caller.userId ?? '')).toEqual([]));

    // The same zip again makes nothing twice.
    const ids = imports.posts.calls.map(({ input }) => input.posts.map(({ id }) => id));
    imports.posts.calls.splice(0);
    await imports.brought(person, zip);
    expect(imports.broughtInto(person)).toEqual(into);
    expect(imports.posts.calls.map(({ input }) => input.posts.map(({ id }) => id))).toEqual(ids);
    expect(rowsOf(await media.rpc(mediaRpc.photoList, {}, into))).toHaveLength(2);
    expect(imports.notices.calls).toHaveLength(1); // not asked for this time
    expect(imports.voices.calls).toHaveLength(1); // a voice that is there stays
    // Deleted since, it comes as another one.
    const { businessId, payerId } = into.caller;
    await media.service.emitFrom(identityEvents.businessDeleted, {
      ...{ businessId, entityId: businessId, version: 9 },
      data: { businessId, payerId },
    });
    await eventually('it is buried', async () =>
      expect(await media.sql('SELECT 1 AS one FROM erasures WHERE id = $1', [businessId])).toHaveLength(1),
    );
    await imports.brought(person, zip);
    expect(imports.broughtInto(person)).not.toEqual(into);
  }, 180_000);

  it('sends long rows in messages that the broker takes', async () => {
    const person = neighbours.person();
    const many = Array.from({ length: 40 }, () => draft('ü'.repeat(30_000)));
    const done = await imports.brought(person, madeExport([shop, rows('posts', ...many)]));
    expect([done.brought.posts, done.leftOut]).toEqual([40, 0]);
    expect(imports.posts.calls.length).toBeGreaterThan(4);
  });

  it('says of each row what is wrong with it, and brings back the others', async () => {
    const person = neighbours.person();
    const bread = await jpeg(3);
    const text = Buffer.from('<svg onload=alert(1)>');
    const zip = madeExport(
      [
        { ...shop, bytes: `${JSON.stringify({ ...business, aiProvider: 'grok', failover: true })}\n` },
        rows(
          'photos',
          photoRow('good.jpg', bread, { albumId: randomUUID(), tags: ['#Warm  Bread'] }),
          photoRow('other.jpg', bread, { sha256: 'a'.repeat(64) }),
          photoRow('text.jpg', text),
          photoRow('gone.jpg', bread),
          'not json',
          '['.repeat(150_000) + ']'.repeat(150_000),
          photoRow('control.jpg', bread, { originalName: 'a\u0000b' }),
          photoRow('long.jpg', bread, { altText: 'x'.repeat(600_000) }),
          photoRow('lost.jpg', bread, { path: null }),
          photoRow('cut.jpg', bread),
          photoRow('half.jpg', bread, { originalName: 'a\ud800b' }),
          photoRow('old.jpg', bread, { createdAt: '0000-01-01T00:00:00.000Z' }),
          photoRow('good.jpg', bread, { tags: Array.from({ length: 31 }, (_, index) => `tag ${index}`) }),
          photoRow('good.jpg', bread, { altText: 'x'.repeat(1_001) }),
        ),
        { name: `${folder}/photos/good.jpg`, bytes: bread },
        { name: `${folder}/photos/other.jpg`, bytes: bread },
        { name: `${folder}/photos/text.jpg`, bytes: text },
        { name: `${folder}/photos/cut.jpg`, bytes: bread, deflate: true, claims: { size: bread.length + 1 } },
        rows('albums', { id: randomUUID(), name: ' ', description: null, createdAt: NOW }),
        rows('posts', { ...draft('One'), captionByPlatform: { 'a\u0000b': 'One' } }),
      ],
      { list: (files) => files.filter(({ path }) => !path.endsWith('cut.jpg')) },
    );
    const done = await imports.brought(person, zip);
    expect(done.brought).toMatchObject({ businesses: 1, photos: 1, albums: 0 });
    expect(done.leftOut).toBe(15);
    expect(Object.fromEntries(done.findings.map(({ file, line, what }) => [`${file} ${line}`, what]))).toEqual({
      [`${folder}/business.ndjson 1`]: 'Its captions were written by grok, which is not set up here.',
      [`${folder}/photos-0001.ndjson 2`]: 'This picture is not the one that was exported.',
      [`${folder}/photos-0001.ndjson 3`]: expect.stringMatching(/^text\.jpg is not a supported image format/),
      [`${folder}/photos-0001.ndjson 4`]: `The zip has no file ${folder}/photos/gone.jpg.`,
      [`${folder}/photos-0001.ndjson 5`]: 'This line is not JSON.',
      [`${folder}/photos-0001.ndjson 6`]: expect.stringMatching(/^This row is not complete: /),
      [`${folder}/photos-0001.ndjson 7`]: 'This row has characters that no text has.',
      [`${folder}/photos-0001.ndjson 8`]: 'This line is longer than any of an export.',
      [`${folder}/photos-0001.ndjson 9`]: 'The export has no file of this photo.',
      [`${folder}/photos-0001.ndjson 10`]: `The file ${folder}/photos/cut.jpg is damaged.`,
      [`${folder}/photos-0001.ndjson 11`]: 'This row has characters that no text has.',
      [`${folder}/photos-0001.ndjson 12`]: 'This row is not complete: createdAt This date does not exist.',
      [`${folder}/photos-0001.ndjson 13`]: 'A photo can have at most 30 tags.',
      [`${folder}/photos-0001.ndjson 14`]: 'Please use at most 1000 characters.',
      [`${folder}/albums-0001.ndjson 1`]: 'Album name is required.',
      [`${folder}/posts-0001.ndjson 1`]: expect.stringMatching(/^This row is not complete: captionByPlatform/),
    });
    expect(imports.providers.calls.map(({ input }) => input)).toEqual([
      { provider: 'grok', failover: true },
      { failover: true },
    ]);
    expect(rowsOf(await media.rpc(mediaRpc.photoList, {}, imports.broughtInto(person)))).toMatchObject([
      { albumId: null, tags: ['warm bread'] },
    ]);
  });

  it('says before what it takes of the plan, and leaves out the photos that have no room', async () => {
    const person = neighbours.person('free');
    const bread = await jpeg(4);
    await media.sql(
      `INSERT INTO usage (payer_id, metric, period_start, used) VALUES ($1, 'storage', '1970-01-01Z', 1048576 * 100 - 10)`,
      [person.caller.payerId],
    );
    const zip = madeExport([
      shop,
      rows('photos', photoRow('a.jpg', bread)),
      rows('posts', draft('One'), draft('Two')),
      { name: `${folder}/photos/a.jpg`, bytes: bread },
    ]);
    await imports.upload(person, zip);
    const waiting = await imports.reaches(person, 'waiting');
    expect(waiting.businesses).toMatchObject([{ photoBytes: bread.length, openPosts: 2 }]);
    await imports.begin(person, [1]);
    const done = await imports.reaches(person, 'done');
    expect([done.brought.photos, done.leftOut]).toEqual([0, 1]);
    expect(done.findings[0]?.what).toMatch(/^Storage limit reached/);
    expect(media.stored(imports.broughtInto(person))).toEqual([]);
  });

  it('takes rows without the file of their business for nothing', async () => {
    const person = neighbours.person();
    const album = { id: randomUUID(), name: 'Bread', description: null, createdAt: NOW };
    await imports.upload(
      person,
      madeExport([
        { ...shop, name: `${folder}/business-0001.ndjson` },
        rows('albums', album),
        rows('posts', draft('One')),
      ]),
    );
    expect((await imports.reaches(person, 'waiting')).businesses).toEqual([]);
    expect(await refusal(imports.begin(person, [1]))).toMatchObject({ code: 'conflict' });
  });

  it('shows a long name with whole characters', async () => {
    const person = neighbours.person();
    const long = { ...business, name: `${'a'.repeat(99)}🥐🥐` };
    await imports.upload(person, madeExport([{ ...shop, bytes: `${JSON.stringify(long)}\n` }]));
    expect((await imports.reaches(person, 'waiting')).businesses).toMatchObject([{ name: `${'a'.repeat(99)}🥐` }]);
  });

  it('is one at a time; what only waits gives way, what is at work does not', async () => {
    const person = neighbours.person();
    await imports.upload(person, madeExport([shop]));
    await imports.reaches(person, 'waiting');
    expect(await refusal(imports.begin(person, [2]))).toMatchObject({ code: 'conflict' });
    await imports.upload(person, madeExport([shop, rows('posts', draft('One'))]));
    await imports.reaches(person, 'waiting');
    imports.failures = 1_000;
    await imports.begin(person, [1]);
    await eventually('it is at work', () => expect(imports.failures).toBeLessThan(1_000));
    expect(await refusal(imports.begin(person, [1]))).toMatchObject({ code: 'conflict' });
    expect(await refusal(imports.announce(person, Buffer.alloc(10)))).toMatchObject({ code: 'conflict' });
    expect(await refusal(media.rpc(importDataRpc.importDrop, {}, person))).toMatchObject({ code: 'conflict' });
    imports.failures = 0;
    await imports.retry(person);
    await imports.reaches(person, 'done');
    await imports.upload(person, madeExport([shop]));
    await imports.reaches(person, 'waiting');
    await media.rpc(importDataRpc.importDrop, {}, person);
    expect((await imports.state(person)).state).toBe('dropped');
    expect(await refusal(imports.begin(person, [1]))).toMatchObject({ code: 'conflict' });
  });

  it('is erased with its person, and never begins afterwards', async () => {
    const person = neighbours.person();
    await imports.upload(person, madeExport([shop]));
    await imports.reaches(person, 'waiting');
    const userId = person.caller.userId ?? '';
    expect(media.storedFor(userId)).not.toEqual([]);
    await media.service.emitFrom(deletionEvents.userDeleted, {
      ...{ businessId: null, entityId: userId, version: 2 },
      data: { erasureId: randomUUID(), userId, businesses: 0 },
    });
    await eventually('nothing is left', async () => {
      expect(await media.sql('SELECT 1 AS one FROM imports WHERE user_id = $1', [userId])).toEqual([]);
      expect(media.storedFor(userId)).toEqual([]);
    });
    expect(await refusal(imports.announce(person, Buffer.alloc(9)))).toMatchObject({ code: 'unauthorized' });
  });
});
