import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { albumRpc, deletionEvents, ExportManifest, exportRpc, exportRows, mediaRpc } from '@postloom/contracts';
import type { DataExport, ExportKind, ExportRow } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { Storage } from '../storage/index.ts';
import { ExportNeighbours } from '../testing/export-neighbours.ts';
import { manyPhotos } from '../testing/many-photos.ts';
import { MediaUnderTest, refusal } from '../testing/media-under-test.ts';
import type { Tenant } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';
import { ExportsWorker } from './exports.worker.ts';

let media: MediaUnderTest;
let neighbours: ExportNeighbours;
const folder = mkdtempSync(join(tmpdir(), 'postloom-export-test-'));
beforeAll(async () => {
  media = await MediaUnderTest.start({}, { LIMIT_EXPORTS: '3/86400', RATE_LIMITS: 'on' });
  neighbours = await ExportNeighbours.start(media);
});
afterAll(async () => {
  await media.close();
  rmSync(folder, { recursive: true, force: true });
});

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const start = (tenant: Tenant) => media.rpc(exportRpc.exportStart, {}, tenant);
const state = (tenant: Tenant) => media.rpc(exportRpc.exportGet, {}, tenant);
const ready = (tenant: Tenant): Promise<DataExport> =>
  eventually(
    'the export is ready',
    async () => {
      const now = await state(tenant);
      expect(now.state).toBe('ready');
      return now;
    },
    { timeoutMs: 60_000 },
  );
const download = async (tenant: Tenant, headers: Record<string, string> = {}, method = 'GET') => {
  const { path, ticket } = await media.rpc(exportRpc.exportOpen, {}, tenant);
  return media.ask(method, path, { headers: { authorization: `Ticket ${ticket}`, ...headers } });
};

/** Unpacked by Python's zipfile, which checks every checksum: nothing of ours reads what ours has written. */
function unpacked(bytes: Buffer): Map<string, Buffer> {
  const [zip, out] = [join(folder, `${randomUUID()}.zip`), join(folder, randomUUID())];
  writeFileSync(zip, bytes);
  const program = `
import sys, zipfile, json
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    z.extractall(sys.argv[2])
    print(json.dumps(z.namelist()))`;
  const names = JSON.parse(execFileSync('python3', ['-c', program, zip, out]).toString()) as string[];
  expect(new Set(names).size).toBe(names.length);
  return new Map(names.map((name) => [name, readFileSync(join(out, name))]));
}
function rowsOf<K extends ExportKind>(files: Map<string, Buffer>, kind: K, file: RegExp): ExportRow<K>[] {
  return [...files]
    .filter(([name]) => file.test(name))
    .flatMap(([, bytes]) =>
      bytes
        .toString()
        .split('\n')
        .filter((line) => line !== ''),
    )
    .map((line) => exportRows[kind].strict().parse(JSON.parse(line)) as ExportRow<K>);
}
const counts = (of: Partial<DataExport['counts']>) => ({
  ...{ businesses: 0, photos: 0, albums: 0, posts: 0, schedules: 0, captions: 0 },
  ...of,
});

describe('an export', () => {
  it('of a person without anything is a zip all the same', async () => {
    const person = neighbours.person();
    expect(await state(person)).toMatchObject({ state: 'none', bytes: null });
    expect(await refusal(media.rpc(exportRpc.exportOpen, {}, person))).toMatchObject({ code: 'not_found' });
    await start(person);
    const { bytes, counts: found } = await ready(person);
    expect(found).toEqual(counts({}));
    const answer = await download(person);
    expect(answer.bytes.length).toBe(bytes);
    expect([...unpacked(answer.bytes).keys()].toSorted()).toEqual([
      ...['account.ndjson', 'index.html', 'manifest.json', 'style.css'],
    ]);
  });

  it('has everything of the businesses that the person owns, byte for byte, and a manifest that says so', async () => {
    const person = neighbours.person();
    const [shop, second] = [neighbours.business(person, 'Bakery & Huber'), neighbours.business(person, 'Second')];
    neighbours.business(person, 'Of somebody else', 'editor');
    const pictures = [await jpeg(1), await jpeg(2), await jpeg(3)];
    const album = await media.rpc(albumRpc.albumCreate, { name: 'Bread <b>' }, shop);
    const photos = [];
    for (const [index, picture] of pictures.entries()) {
      photos.push(await media.photo(index === 2 ? second : shop, picture, 'Same name.jpg'));
    }
    const [sorted] = photos;
    await media.rpc(
      mediaRpc.photoUpdate,
      { id: sorted?.id ?? '', albumId: album.id, altText: 'A loaf', tags: ['rye'] },
      shop,
    );
    neighbours.posts(shop, 120, sorted?.id ?? '');
    neighbours.schedules(shop, 2);
    neighbours.captions(shop, 70);

    await start(person);
    expect((await ready(person)).counts).toEqual(
      counts({ businesses: 2, photos: 3, albums: 1, posts: 120, schedules: 2, captions: 70 }),
    );
    const files = unpacked((await download(person)).bytes);
    const manifest = ExportManifest.parse(JSON.parse(files.get('manifest.json')?.toString() ?? ''));
    expect(manifest.files.map(({ path }) => path).toSorted()).toEqual(
      [...files.keys()].filter((name) => name !== 'manifest.json').toSorted(),
    );
    for (const { path, bytes, sha256: hash } of manifest.files) {
      expect([path, files.get(path)?.length, sha256(files.get(path) ?? Buffer.alloc(0))]).toEqual([path, bytes, hash]);
    }
    const rows = rowsOf(files, 'photos', /photos-\d+\.ndjson$/);
    for (const [index, photo] of photos.entries()) {
      const row = rows.find(({ id }) => id === photo.id);
      expect(files.get(row?.path ?? '')).toEqual(pictures[index]);
      expect(row?.preview).toMatch(/\/previews\/Same-name-[0-9a-f]{12}\.webp$/);
      expect(files.has(row?.preview ?? '')).toBe(true);
    }
    expect(rows.find(({ id }) => id === sorted?.id)).toMatchObject({
      albumId: album.id,
      altText: 'A loaf',
      tags: ['rye'],
    });
    expect(rowsOf(files, 'albums', /albums-\d+\.ndjson$/)).toMatchObject([{ id: album.id, name: 'Bread <b>' }]);
    expect(rowsOf(files, 'posts', /posts-\d+\.ndjson$/)).toHaveLength(120);
    expect(rowsOf(files, 'schedules', /schedules-\d+\.ndjson$/).map(({ upcoming }) => upcoming.length)).toEqual([1, 1]);
    expect(rowsOf(files, 'captions', /captions-\d+\.ndjson$/)).toHaveLength(70);
    expect(rowsOf(files, 'business', /business\.ndjson$/).map(({ name }) => name)).toEqual([
      'Bakery & Huber',
      'Second',
    ]);
    expect(rowsOf(files, 'business', /business\.ndjson$/)[0]).toMatchObject({
      ...{ aiProvider: 'anthropic', failover: true, captionVoice: { bannedWords: ['delicious'], emojis: 'none' } },
      reportSchedules: [{ frequency: 'weekly', weekday: 1, hour: 8, format: 'pdf', isActive: true }],
      reportBrand: { sender: 'Studio North', color: '#2E6B48' },
    });
    expect(rowsOf(files, 'account', /^account\.ndjson$/)).toMatchObject([{ email: neighbours.emailOf(person) }]);
    for (const [name, bytes] of files) {
      if (name.endsWith('.html')) {
        const html = bytes.toString();
        expect(html).not.toMatch(/<script|<b>|https?:\/\/(?!platform\.example)/);
        // Every link leads to a file of the zip.
        for (const [, link = ''] of html.matchAll(/(?:href|src)="((?!https?:)[^"]+)"/g)) {
          const target = decodeURIComponent(new URL(link, `file:///${name}`).pathname.slice(1));
          expect([name, target, files.has(target)]).toEqual([name, target, true]);
        }
      }
    }
  });

  it('is downloaded in pieces that fit together, by its owner only', async () => {
    const person = neighbours.person();
    const shop = neighbours.business(person, 'Pieces');
    await media.photo(shop, await jpeg(5));
    await start(person);
    const { bytes = 0 } = (await ready(person)) as { bytes: number };
    const whole = (await download(person)).bytes;
    const half = Math.floor(bytes / 2);
    const parts = [
      await download(person, { range: `bytes=0-${half}` }),
      await download(person, { range: `bytes=${half + 1}-` }),
    ];
    expect(parts.map(({ status }) => status)).toEqual([206, 206]);
    expect(parts[0]?.headers['content-range']).toBe(`bytes 0-${half}/${bytes}`);
    expect(Buffer.concat(parts.map((part) => part.bytes))).toEqual(whole);
    // Every byte at the seams of the segments.
    const segments = await media.sql<{ start: number }>(
      `SELECT s.start FROM export_segments s JOIN exports e ON e.id = s.export_id WHERE e.user_id = $1 AND s.start > 0`,
      [person.caller.userId],
    );
    expect(segments.length).toBeGreaterThan(1);
    for (const { start: seam } of segments) {
      const piece = await download(person, { range: `bytes=${seam - 2}-${seam + 1}` });
      expect(piece.bytes).toEqual(whole.subarray(seam - 2, seam + 2));
    }
    expect((await download(person, { range: `bytes=${bytes}-` })).status).toBe(416);
    const head = await download(person, {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, String(bytes), 0]);
    expect(head.headers['content-disposition']).toMatch(/postloom-export-\d{4}-\d\d-\d\d\.zip/);
    expect(await refusal(media.rpc(exportRpc.exportOpen, {}, neighbours.person()))).toMatchObject({
      code: 'not_found',
    });
    expect((await media.ask('GET', '/internal/exports', { headers: { authorization: 'Ticket x.y.z' } })).status).toBe(
      404,
    );
  });

  it('is one at a time, and only so many a day', async () => {
    const person = neighbours.person();
    neighbours.hold(person);
    const asked = await Promise.all(Array.from({ length: 8 }, () => start(person)));
    expect(new Set(asked.map(({ askedAt }) => askedAt)).size).toBe(1);
    expect(asked[0]?.state).toBe('working');
    neighbours.release(person);
    await ready(person);
    for (let more = 0; more < 2; more += 1) {
      await start(person);
      await ready(person);
    }
    expect(await refusal(start(person))).toMatchObject({ code: 'rate_limited' });
    expect((await state(person)).state).toBe('ready');
    const live = await media.sql(
      `SELECT 1 AS one FROM exports WHERE user_id = $1 AND state = 'ready' AND expires_at > now()`,
      [person.caller.userId],
    );
    expect(live).toHaveLength(1); // each gave way to the next
  });

  it('is continued behind the last stored segment, however often its process dies', async () => {
    const person = neighbours.person();
    const shop = neighbours.business(person, 'Interrupted');
    await manyPhotos(media, shop, 230, 230);
    neighbours.posts(shop, 120, randomUUID());
    // With the answer that fails, whatever the process had done since the last segment is lost.
    neighbours.failOften(person);
    await start(person);
    await eventually(
      'the export is ready in spite of it',
      async () => {
        await media.sql(`UPDATE exports SET ready_at = '-infinity' WHERE user_id = $1 AND state = 'working'`, [
          person.caller.userId,
        ]);
        media.service.get(ExportsWorker).wake();
        expect((await state(person)).state).toBe('ready');
      },
      { timeoutMs: 60_000 },
    );
    expect(neighbours.failuresOf(person)).toBeGreaterThan(3);
    const files = unpacked((await download(person)).bytes);
    expect(rowsOf(files, 'photos', /photos-\d+\.ndjson$/)).toHaveLength(230);
    expect(new Set(rowsOf(files, 'posts', /posts-\d+\.ndjson$/).map(({ id }) => id)).size).toBe(120);
  });

  it('takes no step twice once it is stored', async () => {
    const person = neighbours.person();
    const shop = neighbours.business(person, 'Once');
    neighbours.posts(shop, 60, randomUUID());
    await media.photo(shop, await jpeg(6));
    neighbours.failAt(person, 'rpc.scheduling.schedule.list.v1', 1);
    await start(person);
    await ready(person);
    // Photos were stored before the schedules failed; posts belong to the segment that was lost and are read again.
    const [row] = await media.sql<{ photo_bytes: number; expected_bytes: number }>(
      'SELECT photo_bytes, expected_bytes FROM exports WHERE user_id = $1',
      [person.caller.userId],
    );
    expect(row?.photo_bytes).toBe(row?.expected_bytes);
    expect(neighbours.callsOf(person, 'rpc.identity.business.list.v1')).toBe(1);
    expect(neighbours.callsOf(person, 'rpc.scheduling.post.list.v1')).toBe(4);
  });

  it('of a photo that storage has lost has everything else', async () => {
    const person = neighbours.person();
    const shop = neighbours.business(person, 'Lost');
    const photo = await media.photo(shop, await jpeg(7));
    await media.lose(shop, photo.id);
    await start(person);
    await ready(person);
    const files = unpacked((await download(person)).bytes);
    expect(rowsOf(files, 'photos', /photos-\d+\.ndjson$/)).toMatchObject([{ id: photo.id, path: null }]);
  });

  it('expires: it cannot be downloaded, and its bytes leave storage', async () => {
    const person = neighbours.person();
    await start(person);
    const { expiresAt, readyAt } = await ready(person);
    expect(Date.parse(expiresAt ?? '') - Date.parse(readyAt ?? '')).toBe(7 * 86_400_000);
    expect(media.storedFor(person.caller.userId ?? '')).not.toEqual([]);
    const due = await media.sql<{ ready_at: Date }>(
      `SELECT ready_at FROM object_deletions WHERE split_part(object_key, '/', 1) = $1`,
      [person.caller.userId],
    );
    expect(new Set(due.map(({ ready_at: at }) => at.toISOString()))).toEqual(new Set([expiresAt]));
    await media.sql(`UPDATE exports SET expires_at = now() - interval '1 second' WHERE user_id = $1`, [
      person.caller.userId,
    ]);
    expect((await state(person)).state).toBe('expired');
    expect(await refusal(media.rpc(exportRpc.exportOpen, {}, person))).toMatchObject({ code: 'not_found' });
    await media.sql(`UPDATE object_deletions SET ready_at = now() WHERE split_part(object_key, '/', 1) = $1`, [
      person.caller.userId,
    ]);
    await eventually('its bytes are gone', () => expect(media.storedFor(person.caller.userId ?? '')).toEqual([]), {
      timeoutMs: 20_000,
    });
  });

  it('that is under way for two days is given up, and its person is told', async () => {
    const person = neighbours.person();
    neighbours.failAlways(person);
    await start(person);
    await media.sql(`UPDATE exports SET asked_at = now() - interval '49 hours' WHERE user_id = $1`, [
      person.caller.userId,
    ]);
    await eventually('it is given up', async () => {
      await media.sql(`UPDATE exports SET ready_at = '-infinity' WHERE user_id = $1 AND state = 'working'`, [
        person.caller.userId,
      ]);
      media.service.get(ExportsWorker).wake();
      expect((await state(person)).state).toBe('failed');
    });
    const told = await media.sql<{ data: { outcome: string } }>(
      `SELECT data FROM outbox WHERE subject = 'media.export.ended.v1' AND data ->> 'userId' = $1`,
      [person.caller.userId],
    );
    expect(told.map(({ data }) => data.outcome)).toEqual(['failed']);
  });

  it('is erased with its person, also while it is being made', async () => {
    const person = neighbours.person();
    const shop = neighbours.business(person, 'Erased');
    await media.photo(shop, await jpeg(8));
    await start(person);
    await ready(person);
    neighbours.hold(person);
    await start(person);
    const userId = person.caller.userId ?? '';
    expect(media.storedFor(userId)).not.toEqual([]);
    await media.service.emitFrom(deletionEvents.userDeleted, {
      ...{ businessId: null, entityId: userId, version: 2 },
      data: { erasureId: randomUUID(), userId, businesses: 0 },
    });
    await eventually('no row is left', async () =>
      expect(await media.sql('SELECT 1 AS row FROM exports WHERE user_id = $1', [userId])).toEqual([]),
    );
    neighbours.release(person);
    await eventually('no object is left', () => expect(media.storedFor(userId)).toEqual([]), { timeoutMs: 20_000 });
    expect(await refusal(start(person))).toMatchObject({ code: 'unauthorized' });
  });

  it('is erased with its person, also what is being stored of it meanwhile', async () => {
    const person = neighbours.person();
    const userId = person.caller.userId ?? '';
    const storage = media.service.get(Storage);
    const { putFile } = storage;
    const { promise: isErased, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: isStoring, resolve: begins } = Promise.withResolvers<void>();
    const { promise: isStored, resolve: ends } = Promise.withResolvers<void>();
    storage.putFile = async (...file) => {
      begins();
      await isErased;
      await putFile.apply(storage, file);
      ends();
    };
    const left = async () => ({
      rows: await media.sql('SELECT FROM exports WHERE user_id = $1', [userId]),
      listed: await media.sql(`SELECT FROM object_deletions WHERE split_part(object_key, '/', 1) = $1`, [userId]),
      objects: media.storedFor(userId),
    });
    const nothing = { rows: [], listed: [], objects: [] };
    try {
      await start(person);
      media.service.get(ExportsWorker).wake();
      await isStoring;
      await media.service.emitFrom(deletionEvents.userDeleted, {
        ...{ businessId: null, entityId: userId, version: 2 },
        data: { erasureId: randomUUID(), userId, businesses: 0 },
      });
      await eventually('nothing is left', async () => expect(await left()).toEqual(nothing), { timeoutMs: 20_000 });
      goOn();
      await isStored;
    } finally {
      goOn();
      storage.putFile = putFile;
    }
    await eventually('nothing is left of what was stored then', async () => expect(await left()).toEqual(nothing), {
      timeoutMs: 20_000,
    });
  });
});
