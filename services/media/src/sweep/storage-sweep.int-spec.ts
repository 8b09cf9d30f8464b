import { randomUUID } from 'node:crypto';
import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { albumRpc, mediaRpc, transferRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { metrics } from '../metrics.ts';
import { renditionNames } from '../pictures/index.ts';
import { objectKeys, Storage } from '../storage/index.ts';
import { MediaUnderTest } from '../testing/media-under-test.ts';
import type { Tenant } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';

const LONG_AGO = Date.parse('2026-01-01T00:00:00Z');

describe('a comparison of the bucket with the rows', () => {
  let media: MediaUnderTest;
  /** Objects that storage says are old. */
  const old = new Set<string>();
  beforeAll(async () => {
    media = await MediaUnderTest.start({}, { STORAGE_SWEEP_ORPHANS: '20' });
    const storage = media.service.get(Storage);
    const list = storage.list.bind(storage);
    storage.list = async (...page) => {
      const { objects, isLast } = await list(...page);
      return {
        objects: objects.map((one) => (old.has(one.key) ? { ...one, modified: new Date(LONG_AGO) } : one)),
        isLast,
      };
    };
    await media.compareBucket(); // what the service compares when it starts is behind it, too
  });
  afterAll(() => media.close());

  const put = async (key: string, isOld = true): Promise<string> => {
    await media.service.get(Storage).putBytes(key, Buffer.from('x'), 'image/jpeg');
    if (isOld) {
      old.add(key);
    }
    return key;
  };
  const sweep = (): Promise<void> => media.compareBucket();
  /** What is found twice goes. */
  const sweepTwice = async (): Promise<void> => {
    await sweep();
    await sweep();
  };
  const listed = async (keys: readonly string[]): Promise<number> =>
    (await media.sql('SELECT 1 AS one FROM object_deletions WHERE object_key = ANY ($1)', [keys])).length;
  const held = async (keys: readonly string[]): Promise<number> =>
    (await media.sql('SELECT 1 AS one FROM orphaned_objects WHERE object_key = ANY ($1)', [keys])).length;
  /** Pages of three objects: fewer than a photo has. */
  const inSmallPages = async (work: () => Promise<void>): Promise<void> => {
    const storage = media.service.get(Storage);
    const list = storage.list.bind(storage);
    storage.list = async (prefix, after) => {
      const page = await list(prefix, after);
      return { objects: page.objects.slice(0, 3), isLast: page.isLast && page.objects.length <= 3 };
    };
    try {
      await work();
    } finally {
      storage.list = list;
    }
  };
  const has = (key: string): Promise<boolean> => media.service.get(Storage).has(key);
  const age = (tenant: Tenant) =>
    media.sql(`UPDATE photos SET created_at = now() - interval '2 hours' WHERE business_id = $1`, [
      tenant.caller.businessId,
    ]);

  it('removes old objects that nothing names once it has found them twice, and nothing else', async () => {
    const tenant = media.tenant();
    const { businessId } = tenant.caller;
    const photo = await media.photo(tenant, await jpeg(1));
    await age(tenant);
    const before = media.stored(tenant).length;
    const orphans = await Promise.all([
      put(objectKeys.original(businessId, randomUUID())),
      put(objectKeys.rendition(randomUUID(), randomUUID(), '400.webp')), // of a business that has no rows
      put(objectKeys.incoming(businessId, randomUUID())),
      put(objectKeys.scratch(businessId, randomUUID())),
    ]);
    const kept = await Promise.all([
      put(objectKeys.original(businessId, randomUUID()), false), // still on its way to a commit
      put('backup/2026.tar'),
      put(`${businessId}/notes.txt`),
    ]);
    const counted = await metrics.orphanedObjects.value();
    await sweep();
    expect((await metrics.orphanedObjects.value()) - counted).toBe(orphans.length);
    expect([await listed(orphans), await held(orphans)]).toEqual([0, orphans.length]);
    await sweep();
    expect((await metrics.orphanedObjects.value()) - counted).toBe(orphans.length);
    await eventually('the orphans are gone', async () => {
      expect(await Promise.all(orphans.map(has))).toEqual(orphans.map(() => false));
    });
    expect(await Promise.all(kept.map(has))).toEqual(kept.map(() => true));
    expect(media.stored(tenant)).toHaveLength(before + 2);
    expect((await media.open(tenant, `data/${photo.id}`)).status).toBe(200);
    const again = await metrics.orphanedObjects.value();
    await sweep();
    expect(await metrics.orphanedObjects.value()).toBe(again);
  });

  it('removes what lies beside a living photo and is not its own, and nothing of its own', async () => {
    const tenant = media.tenant();
    const { businessId } = tenant.caller;
    const photo = await media.photo(tenant, await jpeg(7));
    const { id } = photo;
    const look = { version: 1, mirrored: false, turn: 90, degrees: 0, crop: null } as const;
    const edit = { ...look, brightness: 0, contrast: 0, saturation: 0 };
    await media.rpc(albumRpc.photoLook, { id, edit }, tenant);
    const deleted = await media.photo(tenant, await jpeg(8));
    await media.rpc(albumRpc.photoLook, { id: deleted.id, edit }, tenant);
    await media.rpc(mediaRpc.photoDelete, { id: deleted.id, force: false }, tenant);
    // Its pictures were about to be made again.
    await media.sql(`UPDATE deleted_photos SET rendition = rendition || '{"outputs": null}' WHERE id = $1`, [
      deleted.id,
    ]);
    // As another version of the product named one.
    const former = objectKeys.rendition(businessId, id, '640.png');
    await put(former);
    await media.sql(
      `UPDATE renditions SET outputs = outputs || jsonb_build_array(outputs -> 0 || '{"name": "640.png"}') WHERE id = $1`,
      [id],
    );
    const own = media.keys(tenant);
    const derived = Object.keys(renditionNames).length;
    expect(own).toHaveLength(2 * (1 + derived + derived) + 1);
    own.forEach((key) => old.add(key));
    const leftovers = await Promise.all([
      put(objectKeys.rendition(businessId, id, `${randomUUID()}.400.webp`)), // of a look it had once
      put(objectKeys.rendition(businessId, id, 'left.tmp')),
      put(objectKeys.rendition(businessId, deleted.id, `${randomUUID()}.publish.jpg`)),
      put(objectKeys.original(media.tenant().caller.businessId, id)), // the photo of another business
    ]);
    const young = await put(objectKeys.rendition(businessId, id, `${randomUUID()}.400.webp`), false);
    await sweepTwice();
    await eventually('the leftovers are gone', async () => {
      expect(await Promise.all(leftovers.map(has))).toEqual(leftovers.map(() => false));
    });
    expect(media.keys(tenant)).toEqual([...own, young].toSorted());
  });

  it('removes segments of exports and imports that nothing names, and nothing else', async () => {
    const userId = randomUUID();
    const ids = { known: randomUUID(), gone: randomUUID() };
    await media.sql(`INSERT INTO exports (id, user_id, position, expected_bytes) VALUES ($1, $2, '{}', 0)`, [
      ids.known,
      userId,
    ]);
    await media.sql(
      `INSERT INTO imports (id, user_id, file, bytes, position, brought) VALUES ($1, $2, 'a', 9, '{}', '{}')`,
      [ids.known, userId],
    );
    const kept = await Promise.all([
      put(objectKeys.exportSegment(userId, ids.known, '0-1')),
      put(objectKeys.importSegment(userId, ids.known, randomUUID())),
      put(objectKeys.exportSegment(userId, ids.gone, '0-2'), false),
      put(objectKeys.exportSegment(userId, ids.gone, '0-3')), // listed, to be deleted when the export has expired
    ]);
    await media.sql(
      'INSERT INTO export_segments (export_id, number, object_key, start, length) VALUES ($1, 0, $2, 0, 1)',
      [ids.known, kept[0]],
    );
    await media.sql('INSERT INTO import_segments (import_id, object_key, start, length) VALUES ($1, $2, 0, 1)', [
      ids.known,
      kept[1],
    ]);
    await media.sql(`INSERT INTO object_deletions (object_key, ready_at) VALUES ($1, now() + interval '1 day')`, [
      kept[3],
    ]);
    const orphans = await Promise.all([
      put(objectKeys.exportSegment(userId, ids.known, '0-0')), // of a process that lost its lease
      put(objectKeys.exportSegment(userId, ids.gone, '0-1')),
      put(objectKeys.importSegment(userId, ids.known, randomUUID())),
      put(objectKeys.importSegment(userId, ids.gone, randomUUID())),
    ]);
    await sweepTwice();
    await eventually('the orphans are gone', async () => {
      expect(await Promise.all(orphans.map(has))).toEqual(orphans.map(() => false));
    });
    expect(await Promise.all(kept.map(has))).toEqual(kept.map(() => true));
  });

  it('leaves a deleted photo its objects for as long as it can be brought back', async () => {
    const tenant = media.tenant();
    const photo = await media.photo(tenant, await jpeg(6));
    await media.rpc(mediaRpc.photoDelete, { id: photo.id, force: false }, tenant);
    const keys = media.keys(tenant);
    expect(keys).toContain(objectKeys.original(tenant.caller.businessId, photo.id));
    keys.forEach((key) => old.add(key));
    await sweepTwice();
    expect(await listed(keys)).toBe(0);
  });

  it('removes nothing when there are so many that the rows must be the older ones, on whatever page that shows', async () => {
    const { businessId } = media.tenant().caller;
    const lose = (count: number) =>
      Promise.all(Array.from({ length: count }, () => put(objectKeys.original(businessId, randomUUID()))));
    // Of a restored database only what was lost some days ago is old enough at first, and the rest on the days after.
    const first = await lose(15);
    await inSmallPages(sweep);
    expect(await held(first)).toBe(15);
    const lost = [...first, ...(await lose(6))];
    for (let day = 0; day < 3; day += 1) {
      await inSmallPages(sweep);
      expect([await listed(lost), await held(lost)]).toEqual([0, 0]);
    }
    expect(await Promise.all(lost.map(has))).toEqual(lost.map(() => true));
    await media.service.get(Storage).delete(lost.slice(1));
    await sweepTwice();
    await eventually('the last one is gone', async () => expect(await has(lost[0] ?? '')).toBe(false));
  });

  it('leaves alone what has a name again by the time it would be removed', async () => {
    const tenant = media.tenant();
    const key = await put(objectKeys.scratch(tenant.caller.businessId, randomUUID()));
    const [, , id] = key.split('/');
    await sweep();
    expect(await held([key])).toBe(1);
    await media.sql(
      `INSERT INTO scratch_pictures (id, business_id, mime_type, expires_at) VALUES ($1, $2, 'image/webp', now() + interval '1 hour')`,
      [id, tenant.caller.businessId],
    );
    await sweepTwice();
    expect([await listed([key]), await held([key]), await has(key)]).toEqual([0, 0, true]);
  });

  it('makes a derived picture again that is gone, and says which original is', async () => {
    const tenant = media.tenant();
    const { businessId } = tenant.caller;
    const photos = await Promise.all([2, 3, 4].map(async (seed) => media.photo(tenant, await jpeg(seed))));
    const [whole, withoutSmall, withoutOriginal] = photos.map(({ id }) => id) as [string, string, string];
    const gone = objectKeys.rendition(businessId, withoutSmall, '200.webp');
    await media.service.get(Storage).delete([gone, objectKeys.original(businessId, withoutOriginal)]);
    const versions = () =>
      media.sql('SELECT version FROM photos WHERE id = ANY ($1) ORDER BY id', [[whole, withoutSmall].toSorted()]);
    const before = await versions();
    await sweep(); // they are too young: an upload may be between storing and committing
    expect(await versions()).toEqual(before);
    await age(tenant);
    const originals = await metrics.missingObjects.value({ object: 'original' });
    await sweep();
    expect((await metrics.missingObjects.value({ object: 'original' })) - originals).toBe(1);
    await eventually('it is there again', async () => expect(await has(gone)).toBe(true));
    expect((await media.ready(tenant, withoutSmall)).status).toBe('ready');
    const photo = await media.rpc(mediaRpc.photoGet, { id: withoutOriginal }, tenant);
    expect(photo.status).toBe('ready'); // its pictures are all there, and nothing that remains is thrown away
  });

  it('goes through more than a page, and on where it stopped', async () => {
    const tenant = media.tenant();
    const { businessId } = tenant.caller;
    const photo = await media.photo(tenant, await jpeg(5));
    await age(tenant);
    const orphans = await Promise.all(
      Array.from({ length: 7 }, () => put(objectKeys.original(businessId, randomUUID()))),
    );
    await inSmallPages(sweepTwice);
    await eventually('all orphans are gone', async () => {
      expect(await Promise.all(orphans.map(has))).toEqual(orphans.map(() => false));
    });
    expect((await media.rpc(mediaRpc.photoGet, { id: photo.id }, tenant)).status).toBe('ready');
    expect((await media.open(tenant, `download/${photo.id}`)).status).toBe(200);
  });

  it('aborts uploads in parts that nobody wrote down, on every page of them', async () => {
    const tenant = media.tenant();
    const storage = media.service.get(Storage);
    const known = await media.rpc(transferRpc.partsStart, { uploadId: null, bytes: 10 }, tenant);
    for (let count = 0; count < 3; count += 1) {
      await storage.startParts(objectKeys.incoming(tenant.caller.businessId, randomUUID()));
    }
    // Two on a page.
    const list = storage.partsUnderWay.bind(storage);
    storage.partsUnderWay = (after) => list(after, 2);
    const [orphans, forgotten] = await Promise.all([metrics.orphanedObjects.value(), metrics.forgottenParts.value()]);
    await sweep(); // too young
    expect(media.uploadsInParts()).toHaveLength(4);
    for (const folder of readdirSync(media.partsFolder)) {
      utimesSync(join(media.partsFolder, folder, 'upload.json'), new Date(LONG_AGO), new Date(LONG_AGO));
    }
    await sweep();
    await eventually('they are gone', () => expect(media.uploadsInParts()).toHaveLength(1));
    // Objects that nothing names are held back, and this is not: nobody should look for them.
    expect(await metrics.orphanedObjects.value()).toBe(orphans);
    expect((await metrics.forgottenParts.value()) - forgotten).toBe(3);
    expect(await media.rpc(transferRpc.partsList, known, tenant)).toEqual([]);
  });
});
