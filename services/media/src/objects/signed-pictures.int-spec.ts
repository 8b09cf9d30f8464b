import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { albumRpc, mediaRpc, searchRpc } from '@postloom/contracts';
import type { Album, DeletedPhoto, Photo } from '@postloom/contracts';
import { Tickets } from '../tickets/index.ts';
import { MediaUnderTest } from '../testing/media-under-test.ts';
import type { Answer, Tenant } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';

const CDN = 'https://cdn.example.com';
const ADDRESS = /^https:\/\/cdn\.example\.com\/objects\/signed\/(test\.[0-9a-z]{6,7}\.[\w-]{22})\/(.+)$/;
/** As the gateway asks for what it was asked for. */
const internal = (signature: string, key: string): string =>
  `/internal/objects/signed/${[signature, key].map(encodeURIComponent).join('/')}`;

describe('pictures with a CDN in front', () => {
  let media: MediaUnderTest;
  let tenant: Tenant;
  let photo: Photo;
  beforeAll(async () => {
    media = await MediaUnderTest.start({}, { MEDIA_PUBLIC_URL: `${CDN}/` });
    tenant = media.tenant();
    photo = await media.photo(tenant, await jpeg(1, 60, 40), 'rye.jpg');
  });
  afterAll(() => media.close());

  const parts = (address: string): [string, string] => {
    const [, signature = '', key = ''] = ADDRESS.exec(address) ?? [];
    return [signature, key];
  };
  const fetched = (address: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
    media.ask(method, internal(...parts(address)), { headers });

  it('are fetched by their addresses alone, and kept by everybody until those end', async () => {
    for (const address of Object.values(photo.thumbnails)) {
      const answer = await fetched(address);
      expect(answer.status).toBe(200);
      const [, seconds] = /^public, max-age=(\d+), immutable$/.exec(answer.headers['cache-control'] ?? '') ?? [];
      expect(Number(seconds)).toBeGreaterThan(86_300);
      expect(Number(seconds)).toBeLessThanOrEqual(2 * 86_400);
      const sha256 = createHash('sha256').update(answer.bytes).digest('hex');
      expect(answer.headers).toMatchObject({ etag: `"${sha256}"`, 'x-content-type-options': 'nosniff' });
      const again = await fetched(address, { 'if-none-match': `"${sha256}"` });
      expect([again.status, again.headers['cache-control']]).toEqual([304, expect.stringMatching(/^public, /)]);
      expect((await fetched(address, {}, 'HEAD')).headers['content-length']).toBe(String(answer.bytes.length));
    }
  });

  it('have the same addresses wherever they are shown; the large ones stay with the product', async () => {
    const album = await media.rpc(albumRpc.albumCreate, { name: 'Bread' }, tenant);
    await media.rpc(mediaRpc.photoUpdate, { id: photo.id, albumId: album.id }, tenant);
    const [listed] = (await media.rpc(mediaRpc.photoList, {}, tenant)) as Photo[];
    expect(listed?.thumbnails).toEqual(photo.thumbnails);
    const [shown] = (await media.rpc(albumRpc.albumList, {}, tenant)) as Album[];
    expect(shown?.cover).toBe(photo.thumbnails['200']);
    const found = await media.rpc(searchRpc.media, { search: 'rye' }, tenant);
    expect(found.photos[0]?.picture).toBe(photo.thumbnails['200']);
    expect(photo.objectPath).toBe(`/objects/${tenant.caller.businessId}/${photo.id}/publish.jpg`);
    const [event] = await media.sql<{ path: string }>(
      `SELECT data ->> 'thumbnailPath' AS path FROM outbox WHERE entity_id = $1 AND data ? 'thumbnailPath' LIMIT 1`,
      [photo.id],
    );
    expect(event?.path).toBe(`/objects/${tenant.caller.businessId}/${photo.id}/400.webp`);
  });

  it('are given to nobody by an address that was changed', async () => {
    const [signature, key] = parts(photo.thumbnails['400']);
    const other = await media.photo(tenant, await jpeg(2, 60, 40));
    const [others] = parts(other.thumbnails['400']);
    for (const [wrong, of] of [
      [signature, key.replace('400.webp', 'publish.jpg')],
      [signature, key.replace('400.webp', 'original')],
      [others, key],
      [signature.slice(0, -1), key],
      ['', key],
      ['test.zzzzzz.', key],
      [signature, `data/${photo.id}`],
      [signature, `download/${photo.id}`],
    ] as const) {
      const answer = await media.ask('GET', internal(wrong, of));
      expect([wrong, of, answer.status, answer.headers['cache-control']]).toEqual([wrong, of, 404, undefined]);
    }
  });

  it('of a deleted photo are shown while it can be brought back, and then no more', async () => {
    const doomed = await media.photo(tenant, await jpeg(3, 60, 40));
    await media.rpc(mediaRpc.photoDelete, { id: doomed.id, force: false }, tenant);
    const [deleted] = (await media.rpc(mediaRpc.photoDeleted, {}, tenant)) as DeletedPhoto[];
    expect(deleted?.thumbnails).toEqual(doomed.thumbnails);
    expect((await fetched(doomed.thumbnails['200'])).status).toBe(200);
    await media.sql('DELETE FROM deleted_photos WHERE id = $1', [doomed.id]);
    expect((await fetched(doomed.thumbnails['200'])).status).toBe(404);
  });
});

describe('pictures without a CDN', () => {
  let media: MediaUnderTest;
  beforeAll(async () => {
    media = await MediaUnderTest.start();
  });
  afterAll(() => media.close());

  it('have the addresses that ask for a session, and none with a signature opens anything', async () => {
    const tenant = media.tenant();
    const photo = await media.photo(tenant, await jpeg(1, 60, 40));
    const key = `${tenant.caller.businessId}/${photo.id}/400.webp`;
    expect(photo.thumbnails['400']).toBe(`/objects/${key}`);
    const signature = media.service.get(Tickets).signPicture(key);
    expect((await media.ask('GET', internal(signature, key))).status).toBe(404);
  });
});
