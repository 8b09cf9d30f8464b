import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { albumRpc, mediaRpc } from '@postloom/contracts';
import { MediaUnderTest } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';

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
