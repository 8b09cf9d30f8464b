import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, identityEvents } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { PictureProcesses } from '../pictures/index.ts';
import { Storage } from '../storage/index.ts';
import { MediaUnderTest } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';

describe('pictures that are being stored while their photo is erased', () => {
  let media: MediaUnderTest;
  beforeAll(async () => {
    media = await MediaUnderTest.start();
  });
  afterAll(() => media.close());

  it('leave nothing behind, also when storage refuses one of them', async () => {
    const tenant = media.tenant();
    const { businessId, payerId } = tenant.caller;
    const storage = media.service.get(Storage);
    const pictures = media.service.get(PictureProcesses);
    const run = pictures.run.bind(pictures);
    const putBytes = storage.putBytes.bind(storage);
    const { promise: isErased, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: isRefused, resolve: refuses } = Promise.withResolvers<void>();
    let isDeriving = false;
    let late = 0;
    pictures.run = (task, turn) => {
      isDeriving ||= task.kind === 'derive'; // as the worker does, and no upload
      return run(task, turn);
    };
    let isFirst = true;
    storage.putBytes = async (...picture) => {
      if (isDeriving && isFirst) {
        isFirst = false;
        refuses();
        throw new AppError('dependency_failed');
      }
      if (!isDeriving) {
        return putBytes(...picture);
      }
      await isErased;
      await putBytes(...picture);
      late += 1;
    };
    try {
      await media.unprepared(tenant, await jpeg(1));
      await isRefused;
      await media.service.emitFrom(identityEvents.businessDeleted, {
        ...{ businessId, entityId: businessId, version: 9 },
        data: { businessId, payerId },
      });
      const listed = () =>
        media.sql(`SELECT FROM object_deletions WHERE split_part(object_key, '/', 1) = $1`, [businessId]);
      await eventually('what the erasure knew of is gone', async () => {
        expect(await media.sql('SELECT FROM photos WHERE business_id = $1', [businessId])).toEqual([]);
        expect(await listed()).toEqual([]);
        expect(media.stored(tenant)).toEqual([]);
      });
      goOn();
      await eventually('the others were stored nevertheless', () => expect(late).toBeGreaterThan(1));
      await eventually('they are gone, too', async () => {
        expect(media.stored(tenant)).toEqual([]);
        expect(await listed()).toEqual([]);
      });
    } finally {
      goOn();
      Object.assign(pictures, { run });
      Object.assign(storage, { putBytes });
    }
  });
});
