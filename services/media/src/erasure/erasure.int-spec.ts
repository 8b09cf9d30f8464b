import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  albumRpc,
  AppError,
  deletionEvents,
  identityEvents,
  mediaRpc,
  schedulingEvents,
  transferRpc,
  untouched,
} from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { objectKeys, Storage } from '../storage/index.ts';
import { MediaUnderTest, multipart, refusal } from '../testing/media-under-test.ts';
import type { Tenant } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';

describe('a deleted business', () => {
  let media: MediaUnderTest;
  beforeAll(async () => {
    media = await MediaUnderTest.start();
  });
  afterAll(() => media.close());

  const erase = ({ caller: { businessId, payerId } }: Tenant) =>
    media.service.emitFrom(identityEvents.businessDeleted, {
      businessId,
      entityId: businessId,
      version: 9,
      data: { businessId, payerId },
    });
  const rows = async ({ caller: { businessId } }: Tenant) => {
    const counts = await Promise.all(
      [
        ...['photos', 'renditions', 'upload_intents', 'scratch_pictures', 'photo_uses', 'photo_posts', 'albums'],
        ...['transfers', 'business_refs'],
      ].map((table) => media.sql(`SELECT 1 AS row FROM ${table} WHERE business_id = $1`, [businessId])),
    );
    return counts.map((found) => found.length);
  };
  const findings = async ({ caller: { businessId } }: Tenant) => {
    const counts = await Promise.all(
      ['library_words', 'library_grams', 'library_counts', 'left_words'].map((table) =>
        media.sql(`SELECT 1 AS row FROM ${table} WHERE business_id = $1`, [businessId]),
      ),
    );
    return counts.map((found) => found.length > 0);
  };

  it('leaves no row, no object and no byte counted, and others keep theirs', async () => {
    const tenant = media.tenant();
    const sibling: Tenant = { caller: { ...tenant.caller, businessId: randomUUID() } };
    const kept = await media.photo(sibling, await jpeg(1));
    const sorted = await media.photo(tenant, await jpeg(2));
    const album = await media.rpc(albumRpc.albumCreate, { name: 'Bread' }, tenant);
    await media.rpc(mediaRpc.photoUpdate, { id: sorted.id, albumId: album.id }, tenant);
    await media.photo(tenant, await jpeg(3));
    const scratch = await media.rpc(mediaRpc.scratchStart, {}, tenant);
    const parked = await media.ask('POST', '/internal/scratch', {
      body: await jpeg(4),
      headers: { authorization: `Ticket ${scratch.ticket}`, 'content-type': 'application/octet-stream' },
    });
    expect(parked.status).toBe(200);
    await media.start(tenant, 'open', 100);
    const bytes = await jpeg(6);
    const parts = await media.rpc(transferRpc.partsStart, { uploadId: 'parts', bytes: bytes.length }, tenant);
    const part = await media.rpc(transferRpc.partSign, { ...parts, partNumber: 1 }, tenant);
    expect((await media.send(part.url, bytes)).status).toBe(200);
    const single = await media.rpc(transferRpc.putStart, { uploadId: null, bytes: null }, tenant);
    expect((await media.send(single.url, await jpeg(6))).status).toBe(200);
    await media.service.emitFrom(schedulingEvents.postScheduled, {
      businessId: tenant.caller.businessId,
      data: { postId: randomUUID(), photoIds: [], status: 'draft', platforms: [], scheduledFor: null },
    });
    expect(await media.rpc(mediaRpc.photoList, { from: '2026-01-01' }, tenant)).toHaveLength(2);
    await eventually('there is something in every table', async () =>
      expect(await rows(tenant)).toEqual([2, 2, 3, 1, 1, 0, 1, 2, 1]),
    );
    expect(media.stored(tenant).some((path) => path.includes('scratch'))).toBe(true);
    expect(await findings(tenant)).toEqual([true, true, true, false]);

    await erase(tenant);
    await eventually('all rows are gone', async () => expect(await rows(tenant)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]));
    await eventually('nothing is left that it was found by', async () =>
      expect(await findings(tenant)).toEqual([false, false, false, false]),
    );
    await eventually('all objects are gone', () => expect(media.stored(tenant)).toEqual([]));
    await eventually('so are the parts', () => expect(media.uploadsInParts()).toEqual([]));
    expect((await media.storage(tenant)).used).toBe(kept.fileSize);
    expect((await media.open(sibling, `data/${kept.id}`)).status).toBe(200);
  });

  it('gets no photo from an upload that was under way, nor a use from a late event', async () => {
    const tenant = media.tenant();
    const { body, contentType } = multipart([{ fileName: 'a.jpg', bytes: await jpeg(5) }]);
    const { ticket } = await media.start(tenant, 'racing', body.length);
    await erase(tenant);
    await eventually('what was announced is gone', async () => expect((await rows(tenant))[2]).toBe(0));
    expect((await media.transfer('racing', ticket, body, contentType)).status).toBe(409);
    // Announced again, as by a request that was admitted just before the deletion.
    expect(await refusal(media.start(tenant, 'racing', body.length))).toMatchObject({ code: 'not_found' });
    const late = await media.service.emitFrom(schedulingEvents.postScheduled, {
      businessId: tenant.caller.businessId,
      data: { postId: randomUUID(), photoIds: [], status: 'draft', platforms: [], scheduledFor: null },
    });
    await eventually('the late event is done with', async () => {
      expect((await media.sql('SELECT state FROM inbox WHERE event_id = $1', [late.id])).length).toBe(1);
    });
    expect(await rows(tenant)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('keeps nothing of uploads that race with its deletion', async () => {
    const tenant = media.tenant();
    const uploads = Array.from({ length: 8 }, async (_, index) =>
      refusal(media.upload(tenant, [{ fileName: 'a.jpg', bytes: await jpeg(index + 10) }])),
    );
    await Promise.race(uploads);
    await erase(tenant);
    await Promise.all(uploads);
    await eventually('no photo is left', async () => expect((await rows(tenant))[0]).toBe(0));
    await eventually('no object is left', () => expect(media.stored(tenant)).toEqual([]), { timeoutMs: 20_000 });
    expect((await media.storage(tenant)).used).toBe(0);
  });

  const listed = ({ caller: { businessId } }: Tenant) =>
    media.sql(`SELECT object_key FROM object_deletions WHERE split_part(object_key, '/', 1) = $1`, [businessId]);
  const look = { version: 1, ...untouched, turn: 90 } as const;

  it('waits for no former look, no upload that came to nothing, and nothing that a comparison held back', async () => {
    const tenant = media.tenant();
    const { businessId } = tenant.caller;
    const { id } = await media.photo(tenant, await jpeg(20));
    await media.rpc(albumRpc.photoLook, { id, edit: look }, tenant);
    await media.rpc(albumRpc.photoLook, { id, edit: null }, tenant);
    const storage = media.service.get(Storage);
    const putFile = storage.putFile.bind(storage);
    storage.putFile = () => Promise.reject(new AppError('dependency_failed'));
    try {
      expect((await media.upload(tenant, [{ fileName: 'a.jpg', bytes: await jpeg(21) }])).status).toBe(502);
    } finally {
      storage.putFile = putFile;
    }
    const held = objectKeys.original(businessId, randomUUID());
    await storage.putBytes(held, Buffer.from('x'), 'image/jpeg');
    await media.sql('INSERT INTO orphaned_objects (object_key, first_sweep, last_sweep) VALUES ($1, 1, 1)', [held]);
    expect(await listed(tenant)).not.toEqual([]);
    await erase(tenant);
    await eventually('all objects are gone', () => expect(media.stored(tenant)).toEqual([]), { timeoutMs: 20_000 });
    await eventually('nothing is left on the list', async () => expect(await listed(tenant)).toEqual([]));
    expect(await media.sql('SELECT FROM orphaned_objects WHERE object_key = $1', [held])).toEqual([]);
  });

  const notFound = { code: 'not_found', message: 'Not found.' };
  const upload = async (tenant: Tenant): Promise<unknown> =>
    (await media.upload(tenant, [{ fileName: 'a.jpg', bytes: await jpeg(23) }])).status;
  const changeLook = (tenant: Tenant, id: string): Promise<unknown> =>
    refusal(media.rpc(albumRpc.photoLook, { id, edit: look }, tenant));
  const copy = (tenant: Tenant, id: string): Promise<unknown> =>
    refusal(media.rpc(albumRpc.photoEdit, { id, crop: { x: 0, y: 0, width: 8, height: 8 } }, tenant));
  /** Everything that is counted for the owner goes first, also what is reserved. */
  const eraseWithOwner = async (tenant: Tenant): Promise<void> => {
    const { payerId } = tenant.caller;
    await media.service.emitFrom(deletionEvents.userDeleted, {
      ...{ businessId: null, entityId: payerId, version: 2 },
      data: { erasureId: randomUUID(), userId: payerId, businesses: 1 },
    });
    await eventually('nothing is counted for the owner', async () =>
      expect(await media.storage(tenant)).toEqual({ used: 0, reserved: 0 }),
    );
    expect(await media.sql('SELECT FROM reservations WHERE payer_id = $1', [payerId])).toEqual([]);
    await erase(tenant);
  };

  it.each([
    ['an upload', upload, erase, 404],
    ['a look', changeLook, erase, notFound],
    ['a copy of somebody who is deleted with the business', copy, eraseWithOwner, notFound],
  ])('keeps nothing of %s that is being stored meanwhile', async (_, work, deletes, answer) => {
    const tenant = media.tenant();
    const photo = await media.photo(tenant, await jpeg(22));
    const storage = media.service.get(Storage);
    const { putFile, putBytes } = storage;
    const { promise: isErased, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: isStoring, resolve: begins } = Promise.withResolvers<void>();
    storage.putFile = async (...file) => {
      begins();
      await isErased;
      return putFile.apply(storage, file);
    };
    storage.putBytes = async (...picture) => {
      begins();
      await isErased;
      return putBytes.apply(storage, picture);
    };
    try {
      const ends = work(tenant, photo.id);
      await isStoring;
      await deletes(tenant);
      await eventually(
        'all is gone, and nothing is listed',
        async () => {
          expect(media.stored(tenant)).toEqual([]);
          expect(await listed(tenant)).toEqual([]);
        },
        { timeoutMs: 20_000 },
      );
      goOn();
      expect(await ends).toEqual(answer);
    } finally {
      goOn();
      Object.assign(storage, { putFile, putBytes });
    }
    await eventually(
      'what was stored then is gone, too',
      async () => {
        expect(media.stored(tenant)).toEqual([]);
        expect(await listed(tenant)).toEqual([]);
      },
      { timeoutMs: 20_000 },
    );
  });
});
