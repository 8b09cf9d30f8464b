import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { albumEvents, albumRpc, albumTreeMessages, mediaEvents, mediaRpc, searchRpc } from '@postloom/contracts';
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

describe('albums within albums', () => {
  let media: MediaUnderTest;
  beforeAll(async () => {
    media = await MediaUnderTest.start();
  });
  afterAll(() => media.close());

  const create = (tenant: Tenant, name: string, parentId: string | null = null): Promise<Album> =>
    media.rpc(albumRpc.albumCreate, { name, description: null, parentId }, tenant);
  const move = (tenant: Tenant, id: string, parentId: string | null): Promise<Album> =>
    media.rpc(albumRpc.albumUpdate, { id, changes: { parentId } }, tenant);
  const parents = async (tenant: Tenant): Promise<Record<string, string | null>> => {
    const albums = (await media.rpc(albumRpc.albumList, {}, tenant)) as Album[];
    const names = new Map(albums.map(({ id, name }) => [id, name]));
    return Object.fromEntries(albums.map(({ name, parentId }) => [name, names.get(parentId ?? '') ?? null]));
  };
  /** `count` albums, each inside the one before. */
  const chain = async (tenant: Tenant, count: number, prefix = ''): Promise<Album[]> => {
    const made: Album[] = [];
    for (let level = 1; level <= count; level += 1) {
      made.push(await create(tenant, `${prefix}${level}`, made.at(-1)?.id ?? null));
    }
    return made;
  };
  const idOf = (album: Album | undefined): string => album?.id ?? '';

  it('are made inside others and moved with what is inside them', async () => {
    const tenant = media.tenant();
    const [top, middle, bottom] = await chain(tenant, 3);
    expect(middle).toMatchObject({ parentId: idOf(top) });
    const other = await create(tenant, 'Other');
    expect(await move(tenant, idOf(middle), other.id)).toMatchObject({ parentId: other.id, name: '2' });
    expect(await parents(tenant)).toEqual({ '1': null, '2': 'Other', '3': '2', Other: null });
    expect(await move(tenant, idOf(bottom), null)).toMatchObject({ parentId: null });
    const renamed = { id: idOf(middle), changes: { name: 'Two' } };
    expect(await media.rpc(albumRpc.albumUpdate, renamed, tenant)).toMatchObject({ parentId: other.id, name: 'Two' });
  });

  it('stand at most five deep, never inside themselves, and nowhere that is not there', async () => {
    const [tenant, stranger] = [media.tenant(), media.tenant()];
    const deep = await chain(tenant, 5);
    const pair = await chain(tenant, 2, 'p');
    const theirs = await create(stranger, 'Theirs');
    const tooDeep = { code: 'conflict', message: albumTreeMessages.tooDeep };
    expect(await refusal(create(tenant, '6', idOf(deep[4])))).toMatchObject(tooDeep);
    expect(await refusal(move(tenant, idOf(pair[0]), idOf(deep[3])))).toMatchObject(tooDeep);
    for (const into of deep) {
      const why = { code: 'conflict', message: albumTreeMessages.insideItself };
      expect(await refusal(move(tenant, idOf(deep[0]), into.id))).toMatchObject(why);
    }
    for (const into of [randomUUID(), theirs.id]) {
      expect(await refusal(create(tenant, 'x', into))).toMatchObject({ code: 'not_found' });
      expect(await refusal(move(tenant, idOf(pair[0]), into))).toMatchObject({ code: 'not_found' });
    }
    expect(await refusal(move(stranger, idOf(pair[0]), theirs.id))).toMatchObject({ code: 'not_found' });
    expect(await move(tenant, idOf(pair[0]), idOf(deep[2]))).toMatchObject({ parentId: idOf(deep[2]) });
  });

  it('are kept from circles and depths by the database itself', async () => {
    const tenant = media.tenant();
    const deep = await chain(tenant, 4);
    const pair = await chain(tenant, 2, 'p');
    const put = (id: string, into: string): Promise<unknown> =>
      media.sql(
        'UPDATE albums SET parent_id = $2, parent_level = (SELECT p.level FROM albums p WHERE p.id = $2) WHERE id = $1',
        [id, into],
      );
    await expect(put(idOf(deep[0]), idOf(deep[1]))).rejects.toThrow(
      /albums_(at_most_five_deep|parent_of_same_business)/,
    );
    await expect(put(idOf(pair[0]), idOf(deep[3]))).rejects.toThrow('albums_at_most_five_deep');
    const lie = 'UPDATE albums SET parent_id = $2, parent_level = 1 WHERE id = $1';
    await expect(media.sql(lie, [idOf(pair[1]), idOf(deep[3])])).rejects.toThrow('albums_parent_of_same_business');
    await expect(
      media.sql('UPDATE albums SET parent_id = $2, parent_level = 1 WHERE id = $1', [
        idOf(pair[1]),
        (await create(media.tenant(), 'Theirs')).id,
      ]),
    ).rejects.toThrow('albums_parent_of_same_business');
  });

  it('moved into each other at the same time do not end in a circle', async () => {
    const tenant = media.tenant();
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = [await create(tenant, `a${round}`), await create(tenant, `b${round}`)];
      const outcomes = await Promise.all([
        refusal(move(tenant, one.id, other.id)),
        refusal(move(tenant, other.id, one.id)),
      ]);
      expect(outcomes.filter((outcome) => 'code' in (outcome as object))).toMatchObject([{ code: 'conflict' }]);
    }
  });

  it('move up to where a deleted one stood, with all that they hold', async () => {
    const tenant = media.tenant();
    const [, second, third] = await chain(tenant, 5);
    const { body } = await media.upload(tenant, [{ fileName: 'loaf.jpg', bytes: await jpeg(1) }]);
    await media.rpc(mediaRpc.photoUpdate, { id: body?.photoId ?? '', albumId: idOf(third) }, tenant);
    await media.rpc(albumRpc.albumDelete, { id: idOf(second) }, tenant);
    expect(await parents(tenant)).toEqual({ '1': null, '3': '1', '4': '3', '5': '4' });
    expect(await media.rpc(albumRpc.albumGet, { id: idOf(third) }, tenant)).toMatchObject({ photoCount: 1 });
    // There is room for one more again.
    const last = ((await media.rpc(albumRpc.albumList, {}, tenant)) as Album[]).find(({ name }) => name === '5');
    expect(await create(tenant, '6', idOf(last))).toMatchObject({ parentId: idOf(last) });
  });

  it('show their own photos, or with those of all albums inside them', async () => {
    const tenant = media.tenant();
    const [top, middle, bottom] = await chain(tenant, 3);
    const beside = await create(tenant, 'Beside');
    const ids: string[] = [];
    for (const [seed, album] of [top, middle, bottom, beside].entries()) {
      const { body } = await media.upload(tenant, [
        { fileName: `${['rye', 'oat', 'spelt', 'corn'][seed]}.jpg`, bytes: await jpeg(seed) },
      ]);
      ids.push(body?.photoId ?? '');
      await media.rpc(mediaRpc.photoUpdate, { id: body?.photoId ?? '', albumId: idOf(album) }, tenant);
    }
    const shown = async (query: object) => {
      const { data, total } = (await media.rpc(mediaRpc.photoList, { limit: 10, ...query }, tenant)) as {
        data: Photo[];
        total: number;
      };
      expect(data).toHaveLength(total);
      return data.map(({ id }) => id);
    };
    const all = { albumsInside: 'true' as const };
    expect(await shown({ albumId: idOf(top) })).toEqual(ids.slice(0, 1));
    expect(await shown({ albumId: idOf(top), ...all })).toEqual(ids.slice(0, 3).toReversed());
    expect(await shown({ albumId: idOf(middle), ...all, sort: 'oldest' })).toEqual(ids.slice(1, 3));
    expect(await shown({ albumId: idOf(top), ...all, search: 'oat' })).toEqual(ids.slice(1, 2));
    expect(await shown({ albumId: randomUUID(), ...all })).toEqual([]);
    expect(await shown({ albumId: 'none', ...all })).toEqual([]);
    const theirs = (await media.rpc(mediaRpc.photoList, { albumId: idOf(top), ...all }, media.tenant())) as Photo[];
    expect(theirs).toEqual([]);
    await media.rpc(albumRpc.albumDelete, { id: idOf(top) }, tenant);
    expect(await shown({ albumId: idOf(middle), ...all })).toEqual(ids.slice(1, 3).toReversed());
  });

  it('are found by the names of those they stand in, and named with them', async () => {
    const tenant = media.tenant();
    const wedding = await create(tenant, 'Wedding');
    const cake = await create(tenant, 'Cake', wedding.id);
    const { body } = await media.upload(tenant, [{ fileName: 'IMG_1.jpg', bytes: await jpeg(1) }]);
    await media.rpc(mediaRpc.photoUpdate, { id: body?.photoId ?? '', albumId: cake.id }, tenant);
    for (const search of ['wedding', 'cake', 'wedding cake']) {
      const photos = (await media.rpc(mediaRpc.photoList, { search }, tenant)) as Photo[];
      expect(photos.map(({ id }) => id)).toEqual([body?.photoId]);
    }
    const { albums } = await media.rpc(searchRpc.media, { search: 'cake' }, tenant);
    expect(albums).toMatchObject([{ id: cake.id, label: 'Wedding / Cake' }]);
  });
});

describe('several photos at once', () => {
  let media: MediaUnderTest;
  beforeAll(async () => {
    media = await MediaUnderTest.start();
  });
  afterAll(() => media.close());

  it('have a result each: moved or deleted, not there, or needed by a post', async () => {
    const tenant = media.tenant();
    const album = await media.rpc(albumRpc.albumCreate, { name: 'A', description: null }, tenant);
    const ids: string[] = [];
    for (let seed = 0; seed < 3; seed += 1) {
      const { body } = await media.upload(tenant, [{ fileName: `${seed}.jpg`, bytes: await jpeg(seed) }]);
      ids.push(body?.photoId ?? '');
    }
    const absent = randomUUID();
    const [first = '', needed = '', third = ''] = ids;
    const moved = await media.rpc(
      albumRpc.photoBulk,
      { ids: [absent, ...ids, first], action: 'move', albumId: album.id },
      tenant,
    );
    expect(moved.map(({ id, success }) => [id, success])).toEqual([
      [absent, false],
      ...ids.map((id): [string, boolean] => [id, true]),
    ]);
    expect(moved[0]?.error?.code).toBe('not_found');
    media.uses.set(needed, [randomUUID()]);
    const deleted = await media.rpc(
      albumRpc.photoBulk,
      { ids: [first, needed, absent, third], action: 'delete' },
      tenant,
    );
    expect(deleted.map(({ success, error }) => error?.code ?? success)).toEqual([true, 'in_use', 'not_found', true]);
    expect(deleted[1]?.error?.message).toBe('A scheduled post needs this photo.');
    expect(await media.rpc(mediaRpc.photoCount, {}, tenant)).toEqual({ total: 1 });
    expect((await media.storage(tenant)).used).toBe(
      (await media.rpc(mediaRpc.photoGet, { id: needed }, tenant)).fileSize,
    );
  });

  it('are found by the names their files had, the newest of a name, an exact match first', async () => {
    const tenant = media.tenant();
    const byName = async (name: string, seed: number): Promise<string> => {
      const { body } = await media.upload(tenant, [{ fileName: name, bytes: await jpeg(seed) }]);
      return body?.photoId ?? '';
    };
    await byName('loaf.jpg', 1);
    const loaf = await byName('loaf.jpg', 2);
    const upper = await byName('LOAF.jpg', 3);
    const other = media.tenant();
    await media.upload(other, [{ fileName: 'theirs.jpg', bytes: await jpeg(4) }]);
    const found = await media.rpc(
      albumRpc.photoNamed,
      { names: ['loaf.jpg', 'Loaf.JPG', 'theirs.jpg', 'none.jpg', 'loaf.jpg'] },
      tenant,
    );
    expect(found.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(
      [
        { name: 'loaf.jpg', photoId: loaf },
        { name: 'Loaf.JPG', photoId: upper },
      ].toSorted((a, b) => a.name.localeCompare(b.name)),
    );
  });
});
