import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { albumRpc, AppError, mediaEvents, mediaRpc } from '@postloom/contracts';
import type { Photo } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { asAdmin, eventually } from '@postloom/testing';
import sharp from 'sharp';
import { renditionNames } from '../pictures/index.ts';
import { objectKeys, Storage } from '../storage/index.ts';
import { MediaUnderTest, refusal } from '../testing/media-under-test.ts';
import type { Tenant } from '../testing/media-under-test.ts';
import { alphaPng, avif, carriesMetadata, heic, jpeg, sidewaysJpeg, webp } from '../testing/pictures.ts';
import { Keeping } from '../uploads/index.ts';

const blue = { r: 40, g: 80, b: 220 };

describe('a part cut out of a photo', () => {
  let media: MediaUnderTest;
  beforeAll(async () => {
    media = await MediaUnderTest.start();
  });
  afterAll(() => media.close());

  const cut = (
    tenant: Tenant,
    id: string,
    [x, y, width, height]: [number, number, number, number],
    idempotencyKey: string = randomUUID(),
  ): Promise<Photo> =>
    media.rpc(
      albumRpc.photoEdit,
      { id, crop: { x, y, width, height } },
      { caller: { ...tenant.caller, idempotencyKey } as Tenant['caller'] },
    );
  const original = async (tenant: Tenant, id: string): Promise<Buffer> =>
    (await media.open(tenant, `download/${id}`)).bytes;
  const rows = (tenant: Tenant) =>
    media.sql('SELECT 1 AS row FROM photos WHERE business_id = $1', [tenant.caller.businessId]);
  /** Objects that wait to be deleted. */
  const listed = (tenant: Tenant) =>
    media.sql('SELECT object_key FROM object_deletions WHERE object_key LIKE $1', [`${tenant.caller.businessId}/%`]);

  it('is a photo of its own, upright, without metadata and counted; the original stays as it was', async () => {
    const tenant = media.tenant();
    const bytes = await sidewaysJpeg();
    const photo = await media.photo(tenant, bytes, 'Brötchen.jpg');
    const album = await media.rpc(albumRpc.albumCreate, { name: 'Bread' }, tenant);
    await media.rpc(mediaRpc.photoUpdate, { id: photo.id, altText: 'a roll', albumId: album.id }, tenant);
    // Upright it is 40 x 60 with the blue quarter in the right upper corner.
    const part = await cut(tenant, photo.id, [20, 0, 20, 30]);
    expect(part).toMatchObject({
      originalName: 'Brötchen (cropped).jpg',
      width: 20,
      height: 30,
      mimeType: 'image/jpeg',
      altText: 'a roll',
      albumId: album.id,
      status: 'ready',
    });
    expect(part.id).not.toBe(photo.id);
    const stored = await original(tenant, part.id);
    expect([stored.length, createHash('sha256').update(stored).digest('hex')]).toEqual([part.fileSize, part.sha256]);
    expect(await carriesMetadata(stored)).toBe(false);
    const { channels } = await sharp(stored).stats();
    for (const [index, wanted] of [blue.r, blue.g, blue.b].entries()) {
      expect(Math.abs((channels[index]?.mean ?? 0) - wanted)).toBeLessThan(12);
    }
    expect(await original(tenant, photo.id)).toEqual(bytes);
    expect((await media.storage(tenant)).used).toBe(photo.fileSize + part.fileSize);
    const pictures = [part.objectPath, ...Object.values(part.thumbnails)].map((path) => path.replace('/objects/', ''));
    const opened = await Promise.all(pictures.map((path) => media.open(tenant, path)));
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const told = await media.sql<{ subject: string }>(
      'SELECT subject FROM outbox WHERE entity_id = $1 ORDER BY version',
      [part.id],
    );
    expect(told.map(({ subject }) => subject)).toEqual([
      mediaEvents.photoUploaded.subject,
      mediaEvents.photoReady.subject,
    ]);
    expect(await listed(tenant)).toEqual([]);
  });

  it.each([
    ['png', alphaPng, 'image/png'],
    ['webp', webp, 'image/jpeg'],
    ['heic', heic, 'image/jpeg'],
    ['avif', avif, 'image/jpeg'],
  ] as const)('of a %s is one that every browser shows', async (extension, bytes, type) => {
    const tenant = media.tenant();
    const photo = await media.photo(tenant, await bytes(), `x.${extension}`);
    const part = await cut(tenant, photo.id, [2, 1, 10, 6]);
    expect(part).toMatchObject({ width: 10, height: 6, mimeType: type });
    expect(await sharp(await original(tenant, part.id)).metadata()).toMatchObject({ width: 10, height: 6 });
  });

  it('lies in no album when that of the original is deleted meanwhile', async () => {
    const tenant = media.tenant();
    const photo = await media.photo(tenant, await jpeg(1));
    const album = await media.rpc(albumRpc.albumCreate, { name: 'Going' }, tenant);
    await media.rpc(mediaRpc.photoUpdate, { id: photo.id, albumId: album.id }, tenant);
    const { cutting } = await media.service.get(Uow).run(Scope.system('a test deletes slowly'), async (tx) => {
      await tx.query('SELECT id FROM albums WHERE id = $1 FOR UPDATE', [album.id]);
      const cutting = cut(tenant, photo.id, [0, 0, 8, 8]);
      cutting.catch(() => undefined); // checked below
      await eventually('the cut waits for the album', async () => {
        // As the administrator: no role can see another role's activity.
        const waiting = await asAdmin(
          media.service.database,
          `SELECT pid FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM albums%'`,
        );
        expect(waiting).toHaveLength(1);
      });
      await tx.query('UPDATE albums SET closing_at = now() WHERE id = $1', [album.id]);
      return { cutting };
    });
    expect((await cutting).albumId).toBeNull();
  });

  it('is made once per key, however often and however parallel it is asked for', async () => {
    const tenant = media.tenant();
    const photo = await media.photo(tenant, await jpeg(1));
    const key = randomUUID();
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => refusal(cut(tenant, photo.id, [0, 0, 8, 8], key))),
    );
    const answers = outcomes.flatMap((outcome) => (outcome as { answered?: Photo }).answered ?? []);
    expect(answers.length).toBeGreaterThan(0);
    const again = await cut(tenant, photo.id, [0, 0, 8, 8], key);
    expect(new Set([again, ...answers].map(({ id }) => id)).size).toBe(1);
    for (const outcome of outcomes) {
      const { code } = outcome as { code?: string };
      expect([undefined, 'conflict']).toContain(code);
    }
    expect(await rows(tenant)).toHaveLength(2);
    expect(await media.storage(tenant)).toEqual({ used: photo.fileSize + again.fileSize, reserved: 0 });
    await eventually('nothing is left of those that were slower', async () => expect(await listed(tenant)).toEqual([]));
    expect(await refusal(cut(tenant, photo.id, [0, 0, 9, 8], key))).toMatchObject({ code: 'idempotency_mismatch' });
  });

  it.each<[string, [number, number, number, number]]>([
    ['right', [1, 0, 32, 24]],
    ['bottom', [0, 1, 32, 24]],
    ['far away', [9_000_000, 9_000_000, 1, 1]],
    ['nothing', [0, 0, 0, 5]],
    ['half pixels', [0, 0, 1.5, 5]],
    ['before the edge', [-1, 0, 5, 5]],
  ])('lies within the picture: %s is refused', async (_, crop) => {
    const tenant = media.tenant();
    const photo = await media.photo(tenant, await jpeg(1, 32, 24));
    expect(await refusal(cut(tenant, photo.id, crop))).toMatchObject({ code: 'validation_failed' });
    expect(await rows(tenant)).toHaveLength(1);
  });

  it('is refused when the storage is full, of a photo of others, and to a viewer', async () => {
    const tenant = media.tenant('free');
    const photo = await media.photo(tenant, await jpeg(1));
    const other = media.tenant();
    expect(await refusal(cut(other, photo.id, [0, 0, 8, 8]))).toMatchObject({ code: 'not_found' });
    const viewer: Tenant = { caller: { ...tenant.caller, role: 'viewer' } };
    expect(await refusal(cut(viewer, photo.id, [0, 0, 8, 8]))).toMatchObject({ code: 'forbidden' });
    await media.sql(`UPDATE usage SET used = 100 * 1048576 WHERE payer_id = $1 AND metric = 'storage'`, [
      tenant.caller.payerId,
    ]);
    expect(await refusal(cut(tenant, photo.id, [0, 0, 8, 8]))).toMatchObject({ code: 'upgrade_required' });
    expect(await rows(tenant)).toHaveLength(1);
    // Nothing was stored for it, not even for a while.
    expect(media.stored(tenant).filter((path) => !path.includes(photo.id))).toEqual([]);
    expect(await listed(tenant)).toEqual([]);
  });

  it('has its bytes reserved before the first of them is stored, and free again with nothing left when it fails', async () => {
    const tenant = media.tenant();
    const photo = await media.photo(tenant, await jpeg(1));
    const storage = media.service.get(Storage);
    const putBytes = storage.putBytes.bind(storage);
    const reserved: number[] = [];
    storage.putBytes = async (...object) => {
      reserved.push((await media.storage(tenant)).reserved);
      await putBytes(...object);
      if (object[0].endsWith(renditionNames['400'])) {
        throw new AppError('dependency_failed');
      }
    };
    try {
      expect(await refusal(cut(tenant, photo.id, [0, 0, 8, 8]))).toMatchObject({ code: 'dependency_failed' });
    } finally {
      storage.putBytes = putBytes;
    }
    expect(reserved.length).toBeGreaterThan(1);
    expect(Math.min(...reserved)).toBeGreaterThan(0);
    expect(await media.storage(tenant)).toEqual({ used: photo.fileSize, reserved: 0 });
    await eventually('nothing of it is left', async () => {
      expect(media.stored(tenant).filter((path) => !path.includes(photo.id))).toEqual([]);
      expect(await listed(tenant)).toEqual([]);
    });
    expect(await rows(tenant)).toHaveLength(1);
  });

  it('of which storage is slow to take a dozen: only so many are drawn as fit into the memory', async () => {
    const tenant = media.tenant();
    const photo = await media.photo(tenant, await jpeg(1));
    const storage = media.service.get(Storage);
    const keeping = media.service.get(Keeping);
    const { putBytes } = storage;
    const isSlow = new AbortController();
    const taken = once(isSlow.signal, 'abort');
    const drawn = new Set<string>();
    storage.putBytes = async (...object) => {
      drawn.add(object[0].split('/')[1] ?? '');
      await taken;
      await putBytes.apply(storage, object);
    };
    try {
      const copies = Array.from({ length: 12 }, (_, left) => cut(tenant, photo.id, [left, 0, 8, 8]));
      await eventually('ten wait, and two are drawn', () => expect([keeping.waiting, drawn.size]).toEqual([10, 2]));
      // Uploads of others still have their turns.
      const others = Array.from({ length: 4 }, () => keeping.run(randomUUID(), () => Promise.resolve('kept'), 1));
      expect(await Promise.all(others)).toEqual(Array(4).fill('kept'));
      isSlow.abort();
      expect((await Promise.all(copies)).map(({ width }) => width)).toEqual(Array(12).fill(8));
    } finally {
      isSlow.abort();
      storage.putBytes = putBytes;
    }
  });

  it('is not fetched before its turn, which it shares with the uploads of its business and keeps until it is stored', async () => {
    const tenant = media.tenant();
    const { businessId } = tenant.caller;
    const photo = await media.photo(tenant, await jpeg(1));
    const keeping = media.service.get(Keeping);
    const storage = media.service.get(Storage);
    const { open, putBytes } = storage;
    const opened: string[] = [];
    storage.open = (...object) => {
      opened.push(object[0]);
      return open.apply(storage, object);
    };
    const ends = new AbortController();
    const ended = once(ends.signal, 'abort');
    try {
      const before = new AbortController();
      const allTurns = Array.from({ length: 12 }, () => keeping.run(businessId, () => once(before.signal, 'abort'), 1));
      const copy = cut(tenant, photo.id, [0, 0, 8, 8]);
      await eventually('it waits', () => expect(keeping.waiting).toBe(1));
      expect(opened).toEqual([]);
      let later: Promise<unknown>[] = [];
      let waiting: number | undefined;
      storage.putBytes = (...object) => {
        if (waiting === undefined) {
          later = Array.from({ length: 12 }, () => keeping.run(businessId, () => ended, 60_000));
          waiting = keeping.waiting;
        }
        return putBytes.apply(storage, object);
      };
      before.abort();
      await Promise.all(allTurns);
      expect((await copy).width).toBe(8);
      // Of twelve that came while it was stored six had a turn: a copy holds as much as six others.
      expect([opened, waiting]).toEqual([[objectKeys.original(businessId, photo.id)], 6]);
      ends.abort();
      await Promise.all(later);
    } finally {
      ends.abort();
      Object.assign(storage, { open, putBytes });
    }
  });
});
