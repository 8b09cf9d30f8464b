import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { albumRpc, searchRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { MediaUnderTest } from '../testing/media-under-test.ts';
import type { Tenant } from '../testing/media-under-test.ts';

describe('the search of a library', () => {
  let media: MediaUnderTest;
  let tenant: Tenant;
  beforeAll(async () => {
    media = await MediaUnderTest.start();
    tenant = media.tenant('agency');
    await media.sql(
      `INSERT INTO photos (id, business_id, payer_id, upload_id, filename, original_name, alt_text, file_size, width, height,
         mime_type, sha256, status)
       SELECT gen_random_uuid(), $1, $2, u.n::text, 'x.jpeg', u.name, u.alt_text, 1000, 30, 31, 'image/jpeg', repeat('0', 64), 'ready'
       FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS u (name, alt_text, n)`,
      [
        ...[tenant.caller.businessId, tenant.caller.payerId],
        ['wedding cake.jpg', 'IMG_1.jpg', ...Array.from({ length: 6 }, (_, n) => `shelf ${n}.jpg`)],
        [null, 'Guests at a wedding', ...Array.from({ length: 6 }, () => null)],
      ],
    );
    await eventually('photos have words', async () =>
      expect(await media.sql('SELECT FROM photos WHERE NOT has_words')).toEqual([]),
    );
    for (const name of ['Weddings 2026', 'Shelves']) {
      await media.rpc(albumRpc.albumCreate, { name }, tenant);
    }
  });
  afterAll(() => media.close());

  const search = (text: string, who = tenant) => media.rpc(searchRpc.media, { search: text }, who);

  it('ranks photos and albums on one scale, with what a result shows', async () => {
    const { photos, albums } = await search('wedding');
    expect(photos.map(({ label, score }) => [label, score])).toEqual([
      ['wedding cake.jpg', 43],
      ['Guests at a wedding', 42],
    ]);
    expect(photos[0]?.picture).toMatch(/^\/objects\/.+200/);
    expect(albums.map(({ label, score }) => [label, score])).toEqual([['Weddings 2026', 34]]);
  });

  it('forgives a mistyped word', async () => {
    const { photos, albums } = await search('weding');
    expect([photos.length, albums.length]).toEqual([2, 1]);
  });

  it('gives at most five, and nothing for signs alone', async () => {
    expect((await search('shelf')).photos).toHaveLength(5);
    expect(await search('%')).toEqual({ photos: [], albums: [] });
  });

  it('finds nothing of another business', async () => {
    expect(await search('wedding', media.tenant())).toEqual({ photos: [], albums: [] });
  });
});
