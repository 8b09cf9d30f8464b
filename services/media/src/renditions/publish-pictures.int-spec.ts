import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mediaRpc, platformRules, platforms } from '@postloom/contracts';
import type { Photo } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import pg from 'pg';
import sharp from 'sharp';
import { SocialPictures20261121004 } from '../migrations/20261121-004-social-pictures.ts';
import { MediaUnderTest } from '../testing/media-under-test.ts';
import type { Tenant } from '../testing/media-under-test.ts';

/** Noise: nothing compresses worse. */
const noise = (width: number, height: number): Promise<Buffer> =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();

describe('the picture for a platform', () => {
  let media: MediaUnderTest;
  let tenant: Tenant;
  beforeAll(async () => {
    media = await MediaUnderTest.start();
    tenant = media.tenant();
  });
  afterAll(() => media.close());

  it.each([
    ['landscape', 2_600, 1_950],
    ['portrait', 1_950, 2_600],
    ['square', 2_300, 2_300],
    ['panorama', 3_000, 500],
    ['hair', 1, 2_040],
  ])('is one it takes: %s', async (_, width, height) => {
    const photo = await media.photo(tenant, await noise(width, height));
    for (const platform of [undefined, ...platforms]) {
      const source = await media.rpc(mediaRpc.photoSource, { photoId: photo.id, purpose: 'publish', platform }, tenant);
      const answer = await media.ask('GET', source.internalPath);
      const found = await sharp(answer.bytes).metadata();
      expect(found).toMatchObject({ format: 'jpeg', space: 'srgb', width: source.width, height: source.height });
      expect(answer.bytes.length).toBe(source.bytes);
      const takers = platform === undefined ? platforms : [platform];
      for (const { largest, photo: taken } of takers.map((taker) => platformRules[taker])) {
        expect(source.bytes).toBeLessThanOrEqual(taken.maxBytes);
        expect(source.width).toBeLessThanOrEqual(largest.width ?? Infinity);
        expect(Math.max(source.width, source.height)).toBeLessThanOrEqual(largest.longEdge ?? Infinity);
        expect(Math.min(source.width, source.height)).toBeLessThanOrEqual(largest.shortEdge ?? Infinity);
      }
    }
    const large = await media.rpc(
      mediaRpc.photoSource,
      { photoId: photo.id, purpose: 'publish', platform: 'facebook' },
      tenant,
    );
    expect(Math.max(large.width, large.height)).toBe(Math.min(2_048, Math.max(width, height)));
  });

  it('is made for photos from before there was one, without a word of theirs lost', async () => {
    const photo = await media.photo(tenant, await noise(1_600, 1_600));
    await media.sql(
      `UPDATE renditions SET outputs = (SELECT jsonb_agg(o) FROM jsonb_array_elements(outputs) o WHERE o->>'name' <> 'social.jpg')
       WHERE id = $1`,
      [photo.id],
    );
    const owner = new pg.Client({ connectionString: media.service.database?.ownerUrl });
    await owner.connect();
    try {
      await owner.query('BEGIN');
      await new SocialPictures20261121004().up({ query: (sql: string) => owner.query(sql) } as never);
      await owner.query('COMMIT');
    } finally {
      await owner.end();
    }
    const after: Photo = await media.rpc(mediaRpc.photoGet, { id: photo.id }, tenant);
    expect(after.status).toBe('ready');
    await eventually('it is made', async () => {
      const source = await media.rpc(mediaRpc.photoSource, { photoId: photo.id, purpose: 'publish' }, tenant);
      expect([source.width, source.height]).toEqual([1_080, 1_080]);
    });
  });
});
