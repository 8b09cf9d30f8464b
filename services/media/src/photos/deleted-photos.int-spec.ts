import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { albumRpc, identityEvents, mediaEvents, mediaRpc, rowsOf } from '@postloom/contracts';
import type { InputOf, Photo } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { MediaUnderTest, refusal } from '../testing/media-under-test.ts';
import type { Tenant } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';
import { OldDeletedPhotos } from './index.ts';

describe('a deleted photo', () => {
  let media: MediaUnderTest;
  let tenant: Tenant;
  let photo: Photo;
  let seed = 0;
  beforeAll(async () => {
    media = await MediaUnderTest.start();
  });
  afterAll(() => media.close());

  const make = async (): Promise<void> => {
    tenant = media.tenant('free');
    photo = await media.photo(tenant, await jpeg((seed += 1)), 'a loaf.jpg');
  };
  const bulk = (input: InputOf<typeof albumRpc.photoBulk>, by = tenant) => media.rpc(albumRpc.photoBulk, input, by);
  const restore = (id = photo.id, by = tenant) => bulk({ ids: [id], action: 'restore' }, by);
  const remove = () => media.rpc(mediaRpc.photoDelete, { id: photo.id, force: false }, tenant);
  const deleted = async (by = tenant) => rowsOf(await media.rpc(mediaRpc.photoDeleted, {}, by));
  const get = () => media.rpc(mediaRpc.photoGet, { id: photo.id }, tenant);

  it('comes back as it was, where it was, and counts again', async () => {
    await make();
    const album = await media.rpc(albumRpc.albumCreate, { name: 'Bread' }, tenant);
    const changes = { albumId: album.id, altText: 'Rye', tags: ['rye'] };
    const before = await media.rpc(mediaRpc.photoUpdate, { id: photo.id, ...changes }, tenant);
    const objects = media.stored(tenant);
    await remove();
    expect(await media.rpc(mediaRpc.photoList, {}, tenant)).toEqual([]);
    expect(await media.rpc(mediaRpc.photoList, { search: 'rye' }, tenant)).toEqual([]);
    expect((await media.storage(tenant)).used).toBe(0);
    expect(await restore()).toEqual([{ id: photo.id, success: true, error: null }]);
    expect(await get()).toEqual(before);
    expect(await media.rpc(mediaRpc.photoList, { search: 'rye' }, tenant)).toEqual([before]);
    expect((await media.storage(tenant)).used).toBe(photo.fileSize);
    expect(await media.rpc(albumRpc.albumGet, { id: album.id }, tenant)).toMatchObject({ photoCount: 1 });
    expect(media.stored(tenant)).toEqual(objects);
    expect((await media.open(tenant, `download/${photo.id}`)).status).toBe(200);
    expect(await deleted()).toEqual([]);
  });

  it('tells others that it went and came, each time with a greater version', async () => {
    await make();
    await remove();
    await restore();
    await remove();
    const told = await media.sql<{ subject: string; version: number }>(
      'SELECT subject, version FROM outbox WHERE entity_id = $1 ORDER BY version',
      [photo.id],
    );
    expect(told.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5]);
    expect(told.slice(2).map(({ subject }) => subject)).toEqual([
      mediaEvents.photoDeleted.subject,
      mediaEvents.photoUploaded.subject,
      mediaEvents.photoDeleted.subject,
    ]);
  });

  it('is listed with the day on which it goes for good, and can be looked at but not published or downloaded', async () => {
    await make();
    await remove();
    const [row] = await deleted();
    expect(row).toMatchObject({ id: photo.id, originalName: 'a loaf.jpg', thumbnails: photo.thumbnails });
    const days = (Date.parse(row?.goneAt ?? '') - Date.parse(row?.deletedAt ?? '')) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    const key = photo.thumbnails['200'].replace('/objects/', '');
    expect((await media.open(tenant, key)).status).toBe(200);
    expect(await refusal(media.open(tenant, `download/${photo.id}`))).toMatchObject({ code: 'not_found' });
    const source = { photoId: photo.id, purpose: 'publish' as const };
    expect(await refusal(media.rpc(mediaRpc.photoSource, source, tenant))).toMatchObject({ code: 'not_found' });
  });

  it('comes back into no album when its own is gone', async () => {
    await make();
    const album = await media.rpc(albumRpc.albumCreate, { name: 'Bread' }, tenant);
    await media.rpc(mediaRpc.photoUpdate, { id: photo.id, albumId: album.id }, tenant);
    await remove();
    await media.rpc(albumRpc.albumDelete, { id: album.id }, tenant);
    await restore();
    expect((await get()).albumId).toBeNull();
  });

  it('that was still being prepared is prepared when it is back', async () => {
    tenant = media.tenant();
    photo = await media.unprepared(tenant, await jpeg(77, 5_000, 5_000), 'large.jpg');
    await remove();
    await restore();
    expect((await media.ready(tenant, photo.id)).status).toBe('ready');
    await eventually('nothing is to be deleted', async () => {
      const due = await media.sql('SELECT FROM object_deletions WHERE object_key LIKE $1', [
        `${tenant.caller.businessId}/%`,
      ]);
      expect(due).toEqual([]);
    });
    expect((await media.open(tenant, photo.thumbnails['200'].replace('/objects/', ''))).status).toBe(200);
  });

  it('stays away when there is no room for it any more', async () => {
    await make();
    await remove();
    await media.sql(`UPDATE usage SET used = 100 * 1048576 WHERE payer_id = $1 AND metric = 'storage'`, [
      tenant.caller.payerId,
    ]);
    const [refused] = await restore();
    expect(refused?.error?.message).toMatch(/^Storage limit reached/);
    expect(await deleted()).toHaveLength(1);
    expect(await refusal(get())).toMatchObject({ code: 'not_found' });
  });

  it('comes back once, however often it is asked for at the same moment', async () => {
    await make();
    await remove();
    const answers = await Promise.all(Array.from({ length: 4 }, () => restore()));
    expect(answers.flat().filter(({ success }) => success)).toHaveLength(1);
    expect((await media.storage(tenant)).used).toBe(photo.fileSize);
  });

  it('is erased at once when told so, and by itself after its days', async () => {
    for (const erase of [
      () => bulk({ ids: [photo.id], action: 'erase' }),
      async () => {
        const old = media.service.get(OldDeletedPhotos);
        await old.round();
        expect(await deleted()).toHaveLength(1);
        await media.sql(`UPDATE deleted_photos SET deleted_at = now() - interval '30 days 1 second' WHERE id = $1`, [
          photo.id,
        ]);
        return old.round();
      },
    ]) {
      await make();
      await remove();
      expect(media.stored(tenant).length).toBeGreaterThan(0);
      await erase();
      expect(await deleted()).toEqual([]);
      await eventually('its objects are gone', () => expect(media.stored(tenant)).toEqual([]));
      const [late] = await restore();
      expect(late?.error?.code).toBe('not_found');
    }
  });

  it('is erased with others in one call, which says of each whether it was there', async () => {
    await make();
    await remove();
    const second = await media.photo(tenant, await jpeg((seed += 1)), 'another.jpg');
    await media.rpc(mediaRpc.photoDelete, { id: second.id, force: false }, tenant);
    const kept = await media.photo(tenant, await jpeg((seed += 1)), 'kept.jpg');
    const answers = await bulk({ ids: [second.id, kept.id, photo.id], action: 'erase' });
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [second.id, undefined],
      [kept.id, 'not_found'],
      [photo.id, undefined],
    ]);
    expect(await deleted()).toEqual([]);
    await eventually('their objects are gone, and no other', () =>
      expect(new Set(media.keys(tenant).map((key) => key.split('/')[1]))).toEqual(new Set([kept.id])),
    );
  });

  it('goes with its business', async () => {
    await make();
    await remove();
    const { businessId, payerId } = tenant.caller;
    await media.service.emitFrom(identityEvents.businessDeleted, {
      ...{ businessId, entityId: businessId, version: 9 },
      data: { businessId, payerId },
    });
    await eventually('row and objects are gone', async () => {
      expect(await media.sql('SELECT FROM deleted_photos WHERE business_id = $1', [businessId])).toEqual([]);
      expect(media.stored(tenant)).toEqual([]);
    });
    expect((await restore())[0]?.error?.code).toBe('not_found');
  });

  it('is nothing to another business, and a viewer changes nothing', async () => {
    await make();
    await remove();
    const other = media.tenant();
    expect(await deleted(other)).toEqual([]);
    for (const action of ['restore', 'erase'] as const) {
      const [refused] = await bulk({ ids: [photo.id], action }, other);
      expect(refused?.error?.code).toBe('not_found');
      const viewer = { caller: { ...tenant.caller, role: 'viewer' as const } };
      expect(await refusal(bulk({ ids: [photo.id], action }, viewer))).toMatchObject({ code: 'forbidden' });
    }
    expect(await deleted()).toHaveLength(1);
  });
});
