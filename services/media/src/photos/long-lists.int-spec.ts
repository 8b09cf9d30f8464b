import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mediaRpc } from '@postloom/contracts';
import type { DeletedPhoto, Photo } from '@postloom/contracts';
import { manyPhotos } from '../testing/many-photos.ts';
import { MediaUnderTest } from '../testing/media-under-test.ts';
import type { Tenant } from '../testing/media-under-test.ts';

const PHOTOS = 1_000;

describe('a library whose photos have long descriptions', () => {
  let media: MediaUnderTest;
  let tenant: Tenant;
  beforeAll(async () => {
    media = await MediaUnderTest.start({}, { MEDIA_PUBLIC_URL: 'https://cdn.example.com' });
    tenant = media.tenant();
    await manyPhotos(media, tenant, PHOTOS, 0);
    await media.sql(`UPDATE photos SET alt_text = repeat('ü', 500) WHERE business_id = $1`, [tenant.caller.businessId]);
  });
  afterAll(() => media.close());

  it('is listed in one piece as far as one answer carries it, and page by page to its end', async () => {
    const piece = (await media.rpc(mediaRpc.photoList, {}, tenant)) as Photo[];
    expect(piece.length).toBeGreaterThan(PHOTOS / 4);
    expect(piece.length).toBeLessThan(PHOTOS);
    const paged: Photo[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await media.rpc(mediaRpc.photoList, { limit: 100, ...(cursor && { cursor }) }, tenant);
      if (Array.isArray(page)) {
        throw new Error('not a page');
      }
      paged.push(...page.data);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paged).toHaveLength(PHOTOS);
    expect(piece).toEqual(paged.slice(0, piece.length));
  });

  it('also once they are deleted', async () => {
    await media.sql(
      `WITH gone AS (DELETE FROM photos WHERE business_id = $1 RETURNING *)
       INSERT INTO deleted_photos (id, business_id, photo, rendition)
       SELECT g.id, g.business_id, to_jsonb(g), to_jsonb(r) FROM gone g JOIN renditions r ON r.id = g.id`,
      [tenant.caller.businessId],
    );
    const piece = (await media.rpc(mediaRpc.photoDeleted, {}, tenant)) as DeletedPhoto[];
    expect(piece.length).toBeGreaterThan(PHOTOS / 4);
    expect(piece.length).toBeLessThan(PHOTOS);
  });
});
