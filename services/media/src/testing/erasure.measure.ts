/**
 * Erases a business with 200,000 photos, 3,000 of them with their objects, while the bucket refuses a tenth of all deletions for a
 * minute; not part of the test run:
 * `node node_modules/jest/bin/jest.js --testMatch '**\/media/**\/erasure.measure.ts'`
 */
import { describe, expect, it } from '@jest/globals';
import { identityEvents } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { manyPhotos } from './many-photos.ts';
import { MediaUnderTest } from './media-under-test.ts';

const PHOTOS = 200_000;
const STORED = 3_000;
const REFUSING_MS = 60_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

describe('erasing a business', () => {
  it('of 200,000 photos', async () => {
    let refuses = (): boolean => false;
    let refused = 0;
    const media = await MediaUnderTest.start({
      refusesDeletion: () => {
        const isRefused = refuses();
        refused += isRefused ? 1 : 0;
        return isRefused;
      },
    });
    try {
      const tenant = media.tenant();
      const { businessId, payerId } = tenant.caller;
      const objects = await manyPhotos(media, tenant, PHOTOS, STORED);
      say(`${PHOTOS} photos, ${objects} objects stored (${media.stored(tenant).length} files)`);
      const started = performance.now();
      const seconds = (): string => ((performance.now() - started) / 1_000).toFixed(1);
      let turn = 0;
      refuses = () => performance.now() - started < REFUSING_MS && (turn = (turn + 1) % 10) === 0;
      await media.service.emitFrom(identityEvents.businessDeleted, {
        ...{ businessId, entityId: businessId, version: 9 },
        data: { businessId, payerId },
      });
      const none = (table: string) => async () =>
        expect(await media.sql(`SELECT 1 AS one FROM ${table} LIMIT 1`, [])).toEqual([]);
      await eventually('no photo is left', none('photos'), { timeoutMs: 280_000 });
      say(`rows erased after ${seconds()} s`);
      await eventually('no object is left to remove', none('object_deletions'), { timeoutMs: 900_000 });
      say(
        `objects removed after ${seconds()} s, ${refused} deletions refused, objects left: ${media.stored(tenant).length}`,
      );
      expect(media.stored(tenant)).toEqual([]);
    } finally {
      await media.close();
    }
  }, 1_500_000);
});
