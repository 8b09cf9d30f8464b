import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { albumRpc, albumTreeMessages, mediaRpc, searchRpc } from '@postloom/contracts';
import type { Album, Photo } from '@postloom/contracts';
import { MediaUnderTest, refusal } from '../testing/media-under-test.ts';
import type { Tenant } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';

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
