import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { albumEvents, albumRpc, mediaEvents, mediaRpc } from '@postloom/contracts';
import type { Album, Photo } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { MediaUnderTest, refusal } from '../testing/media-under-test.ts';
import type { Tenant } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';
import { UNSORT_BATCH } from './empty-album.ts';

describe('albums', () => {
  let media: MediaUnderTest;
  beforeAll(async () => {
    media = await MediaUnderTest.start();
  });
  afterAll(() => media.close());

  const create = (tenant: Tenant, name: string, description: string | null = null): Promise<Album> =>
    media.rpc(albumRpc.albumCreate, { name, description }, tenant);
  const upload = async (tenant: Tenant, seed: number, name = 'photo.jpg'): Promise<Photo> => {
    const { body } = await media.upload(tenant, [{ fileName: name, bytes: await jpeg(seed) }]);
    if (body?.photo === undefined) {
      throw new Error('not taken');
    }
    return body.photo;
  };
  const listed = async (tenant: Tenant, albumId?: string): Promise<string[]> => {
    const photos = (await media.rpc(mediaRpc.photoList, { albumId }, tenant)) as Photo[];
    return photos.map(({ id }) => id).toSorted();
  };
  const told = (subject: string, entityId: string) =>
    media.sql<{ version: number; data: { albumId: string | null } }>(
      `SELECT version, data FROM outbox WHERE subject = $1 AND entity_id = $2 ORDER BY version DESC`,
      [subject, entityId],
    );

  it('are made once per key, listed newest first with their count, renamed and described', async () => {
    const tenant = media.tenant();
    const idempotencyKey = randomUUID();
    const keyed: Tenant = { caller: { ...tenant.caller, idempotencyKey } as Tenant['caller'] };
    const summer = await create(keyed, 'Summer');
    expect(await create(keyed, 'Summer')).toEqual(summer);
    const { userId } = tenant.caller;
    const elsewhere: Tenant = { caller: { ...media.tenant().caller, userId, idempotencyKey } as Tenant['caller'] };
    expect((await create(elsewhere, 'Summer')).id).not.toBe(summer.id);
    expect(await refusal(create(keyed, 'Winter'))).toMatchObject({ code: 'idempotency_mismatch' });
    const winter = await create(tenant, 'Winter', 'Snow');
    const photo = await upload(tenant, 1);
    await media.rpc(mediaRpc.photoUpdate, { id: photo.id, albumId: summer.id }, tenant);
    expect(await media.rpc(albumRpc.albumList, {}, tenant)).toEqual([
      winter,
      { ...summer, photoCount: 1, cover: photo.thumbnails['200'] },
    ]);
    const changed = await media.rpc(
      albumRpc.albumUpdate,
      { id: winter.id, changes: { name: 'Zoo', description: null } },
      tenant,
    );
    expect(changed).toEqual({ ...winter, name: 'Zoo', description: null });
    const renamed = await media.rpc(albumRpc.albumUpdate, { id: summer.id, changes: { description: 'Sun' } }, tenant);
    expect(renamed).toMatchObject({ name: 'Summer', description: 'Sun' });
    expect(await media.rpc(albumRpc.albumGet, { id: summer.id }, tenant)).toEqual(renamed);
  });

  it('show the newest of their photos, as it looks now', async () => {
    const tenant = media.tenant();
    const [bread, empty] = [await create(tenant, 'Bread'), await create(tenant, 'Empty')];
    expect([bread.cover, empty.cover]).toEqual([null, null]);
    const [first, second] = [await upload(tenant, 1), await upload(tenant, 2)];
    const cover = async (): Promise<string | null | undefined> => {
      const albums = (await media.rpc(albumRpc.albumList, {}, tenant)) as Album[];
      const one = albums.find(({ id }) => id === bread.id);
      expect(await media.rpc(albumRpc.albumGet, { id: bread.id }, tenant)).toEqual(one);
      expect(albums.find(({ id }) => id === empty.id)?.cover).toBeNull();
      return one?.cover;
    };
    await media.rpc(mediaRpc.photoUpdate, { id: first.id, albumId: bread.id }, tenant);
    expect(await cover()).toBe(first.thumbnails['200']);
    await media.rpc(mediaRpc.photoUpdate, { id: second.id, albumId: bread.id }, tenant);
    expect(await cover()).toBe(second.thumbnails['200']);
    const none = {
      version: 1,
      mirrored: false,
      degrees: 0,
      crop: null,
      brightness: 0,
      contrast: 0,
      saturation: 0,
    } as const;
    const turned = await media.rpc(albumRpc.photoLook, { id: second.id, edit: { ...none, turn: 90 } }, tenant);
    expect(turned.thumbnails['200']).not.toBe(second.thumbnails['200']);
    expect(await cover()).toBe(turned.thumbnails['200']);
    expect((await media.open(tenant, (await cover())?.replace('/objects/', '') ?? '')).status).toBe(200);
    await media.sql(`UPDATE photos SET status = 'failed' WHERE id = $1`, [second.id]);
    expect(await cover()).toBeNull();
    await media.rpc(mediaRpc.photoDelete, { id: second.id, force: false }, tenant);
    expect(await cover()).toBe(first.thumbnails['200']);
  });

  it('have a name of 1 to 100 characters', async () => {
    const tenant = media.tenant();
    for (const name of ['', '   ', 'x'.repeat(101)]) {
      expect(await refusal(create(tenant, name))).toMatchObject({ code: 'validation_failed' });
    }
    expect((await create(tenant, 'x'.repeat(100))).name).toHaveLength(100);
    const { id, ...made } = await create(tenant, '  Summer ', ' Sun\n');
    expect(made).toMatchObject({ name: 'Summer', description: 'Sun' });
    const changes = { name: '\tWinter  ', description: ' ' };
    expect(await media.rpc(albumRpc.albumUpdate, { id, changes }, tenant)).toMatchObject({
      name: 'Winter',
      description: '',
    });
  });

  it('sort the library, and every move emits an event with the whole photo', async () => {
    const tenant = media.tenant();
    const album = await create(tenant, 'Bread');
    const [inside, outside] = [await upload(tenant, 1), await upload(tenant, 2)];
    const moved = await media.rpc(mediaRpc.photoUpdate, { id: inside.id, albumId: album.id }, tenant);
    expect(moved.albumId).toBe(album.id);
    expect(await listed(tenant, album.id)).toEqual([inside.id]);
    expect(await listed(tenant, 'none')).toEqual([outside.id]);
    expect(await listed(tenant, randomUUID())).toEqual([]);
    // Another change leaves it where it is; null takes it out.
    await media.rpc(mediaRpc.photoUpdate, { id: inside.id, altText: 'a loaf' }, tenant);
    expect(await listed(tenant, album.id)).toEqual([inside.id]);
    const [event] = await told(mediaEvents.photoUpdated.subject, inside.id);
    expect(mediaEvents.photoUpdated.data.parse(event?.data)).toMatchObject({
      albumId: album.id,
      sha256: inside.sha256,
    });
    await media.rpc(mediaRpc.photoUpdate, { id: inside.id, albumId: null }, tenant);
    expect(await listed(tenant, 'none')).toEqual([inside.id, outside.id].toSorted());
    expect((await told(mediaEvents.photoUpdated.subject, inside.id))[0]?.data.albumId).toBeNull();
  });

  it('once deleted leave their photos unsorted, with an event for each, and one for the album', async () => {
    const tenant = media.tenant();
    const album = await create(tenant, 'Old');
    const photos = [await upload(tenant, 1), await upload(tenant, 2)];
    await media.rpc(albumRpc.photoBulk, { ids: photos.map(({ id }) => id), action: 'move', albumId: album.id }, tenant);
    expect(await media.rpc(albumRpc.albumDelete, { id: album.id }, tenant)).toEqual({ success: true });
    expect(await listed(tenant, 'none')).toEqual(photos.map(({ id }) => id).toSorted());
    for (const { id } of photos) {
      expect((await told(mediaEvents.photoUpdated.subject, id))[0]?.data.albumId).toBeNull();
    }
    expect(await told(albumEvents.albumDeleted.subject, album.id)).toMatchObject([
      { version: 2, data: { albumId: album.id, name: 'Old' } },
    ]);
    expect(await refusal(media.rpc(albumRpc.albumDelete, { id: album.id }, tenant))).toMatchObject({
      code: 'not_found',
    });
  });

  it('larger than one transaction are gone at once and emptied in steps', async () => {
    const tenant = media.tenant();
    const album = await create(tenant, 'Everything');
    const [business, payer] = [tenant.caller.businessId, tenant.caller.payerId];
    const photos = 2 * UNSORT_BATCH + 5;
    await media.sql(
      `INSERT INTO photos (id, business_id, payer_id, upload_id, filename, original_name, file_size, width, height, mime_type, sha256, album_id)
       SELECT gen_random_uuid(), $1, $2, n::text, 'x.jpeg', n || '.jpg', 10, 10, 10, 'image/jpeg', repeat('0', 64), $3 FROM generate_series(1, $4::int) n`,
      [business, payer, album.id, photos],
    );
    await media.rpc(albumRpc.albumDelete, { id: album.id }, tenant);
    const { total } = (await media.rpc(mediaRpc.photoList, { albumId: 'none', limit: 1 }, tenant)) as { total: number };
    expect(total).toBe(photos);
    expect(await media.rpc(albumRpc.albumList, {}, tenant)).toEqual([]);
    const late = { ids: await listed(tenant).then((ids) => ids.slice(0, 1)), action: 'move' as const };
    expect(await refusal(media.rpc(albumRpc.photoBulk, { ...late, albumId: album.id }, tenant))).toMatchObject({
      code: 'not_found',
    });
    await eventually('the album is empty and gone', async () => {
      expect(await media.sql('SELECT id FROM albums WHERE id = $1', [album.id])).toEqual([]);
    });
    const [events] = await media.sql<{ photos: number }>(
      `SELECT count(DISTINCT entity_id)::int AS photos FROM outbox
       WHERE subject = $1 AND business_id = $2 AND data->>'albumId' IS NULL`,
      [mediaEvents.photoUpdated.subject, business],
    );
    expect(events?.photos).toBe(photos);
  });

  it('race with moves into them: no photo stays behind, nothing locks up', async () => {
    const tenant = media.tenant();
    const photos = [await upload(tenant, 1), await upload(tenant, 2), await upload(tenant, 3)];
    const ids = photos.map(({ id }) => id);
    for (let round = 0; round < 10; round += 1) {
      const album = await create(tenant, `Round ${round}`);
      await media.rpc(albumRpc.photoBulk, { ids: ids.slice(0, 1), action: 'move', albumId: album.id }, tenant);
      const outcomes = await Promise.all([
        refusal(media.rpc(mediaRpc.photoUpdate, { id: ids[0] ?? '', albumId: album.id }, tenant)),
        refusal(media.rpc(albumRpc.albumDelete, { id: album.id }, tenant)),
        refusal(media.rpc(albumRpc.photoBulk, { ids: ids.toReversed(), action: 'move', albumId: album.id }, tenant)),
        refusal(media.rpc(mediaRpc.photoUpdate, { id: ids[1] ?? '', albumId: album.id }, tenant)),
      ]);
      for (const outcome of outcomes) {
        expect([undefined, 'not_found']).toContain((outcome as { code?: string }).code);
      }
      expect(await listed(tenant, 'none')).toEqual(ids.toSorted());
    }
  });

  it('of others are not there, no photo moves into them, and a viewer changes none (S35)', async () => {
    const [owner, stranger] = [media.tenant(), media.tenant()];
    const album = await create(owner, 'Mine');
    const theirs = await upload(stranger, 1);
    const viewer: Tenant = { caller: { ...owner.caller, role: 'viewer' } };
    const missing = { code: 'not_found' };
    expect(await refusal(media.rpc(albumRpc.albumGet, { id: album.id }, stranger))).toMatchObject(missing);
    expect(await refusal(media.rpc(albumRpc.albumDelete, { id: album.id }, stranger))).toMatchObject(missing);
    expect(
      await refusal(media.rpc(albumRpc.albumUpdate, { id: album.id, changes: { name: 'x' } }, stranger)),
    ).toMatchObject(missing);
    expect(
      await refusal(media.rpc(mediaRpc.photoUpdate, { id: theirs.id, albumId: album.id }, stranger)),
    ).toMatchObject(missing);
    expect(
      await refusal(media.rpc(albumRpc.photoBulk, { ids: [theirs.id], action: 'move', albumId: album.id }, stranger)),
    ).toMatchObject(missing);
    expect(await listed(stranger, album.id)).toEqual([]);
    expect(await media.rpc(mediaRpc.photoGet, { id: theirs.id }, stranger)).toMatchObject({ albumId: null });
    expect(await listed(owner, album.id)).toEqual([]);
    expect(await media.rpc(albumRpc.albumList, {}, stranger)).toEqual([]);
    for (const call of [
      create(viewer, 'x'),
      media.rpc(albumRpc.albumDelete, { id: album.id }, viewer),
      media.rpc(albumRpc.albumUpdate, { id: album.id, changes: { name: 'x' } }, viewer),
      media.rpc(albumRpc.photoBulk, { ids: [theirs.id], action: 'delete' }, viewer),
    ]) {
      expect(await refusal(call)).toMatchObject({ code: 'forbidden' });
    }
  });
});
