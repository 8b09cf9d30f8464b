import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityEvents } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { manyPhotos } from '../testing/many-photos.ts';
import { MediaUnderTest } from '../testing/media-under-test.ts';

/** The full size is `erasure.measure.ts`. */
const PHOTOS = 3_000;
const STORED = 60;

describe('a deleted business with a large library, and a bucket that refuses some deletions', () => {
  let media: MediaUnderTest;
  let isRefusing = true;
  let refused = 0;
  beforeAll(async () => {
    media = await MediaUnderTest.start({
      // Every tenth key, again and again.
      refusesDeletion: (key) => {
        const isRefused = isRefusing && key.length > 0 && hash(key) % 10 === 0;
        refused += isRefused ? 1 : 0;
        return isRefused;
      },
    });
  });
  afterAll(() => media.close());

  it('leaves no row, no object and no byte counted', async () => {
    const tenant = media.tenant();
    const { businessId, payerId } = tenant.caller;
    const objects = await manyPhotos(media, tenant, PHOTOS, STORED);
    expect(media.stored(tenant).length).toBeGreaterThanOrEqual(objects);
    await media.service.emitFrom(identityEvents.businessDeleted, {
      ...{ businessId, entityId: businessId, version: 9 },
      data: { businessId, payerId },
    });
    const [photos, deletions] = [
      'photos WHERE business_id::text',
      `object_deletions WHERE split_part(object_key, '/', 1)`,
    ].map((table) => async () => {
      const [row] = await media.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} = $1`, [businessId]);
      return row?.n ?? 0;
    }) as [() => Promise<number>, () => Promise<number>];
    await eventually('all rows are gone', async () => expect(await photos()).toBe(0));
    expect((await media.storage(tenant)).used).toBe(0);
    await eventually('only what the bucket refuses is left', async () => {
      const left = await deletions();
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThan(PHOTOS);
    });
    expect(refused).toBeGreaterThan(0);
    isRefusing = false;
    // Those that were refused have waited twice as long each time.
    await eventually('nothing is left on the list', async () => expect(await deletions()).toBe(0), {
      timeoutMs: 60_000,
    });
    expect(media.stored(tenant)).toEqual([]);
  });
});

function hash(text: string): number {
  return [...text].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 1_000_003, 7);
}
