import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deletionEvents, identityEvents } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { MediaUnderTest } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';

describe('a deleted person with photos, and a bucket that refuses to delete', () => {
  let refuses = true;
  let media: MediaUnderTest;
  beforeAll(async () => {
    media = await MediaUnderTest.start({ refusesDeletion: (key) => refuses && key.endsWith('/original') });
  });
  afterAll(() => media.close());

  it('is told to be gone only when storage has let go of the last object, and nothing is counted for them any more', async () => {
    const tenant = media.tenant();
    const { businessId, payerId } = tenant.caller;
    await media.photo(tenant, await jpeg(1));
    const erasureId = randomUUID();
    const counted = () => media.sql('SELECT 1 AS row FROM usage WHERE payer_id = $1', [payerId]);
    const told = () => media.sql<{ data: unknown }>(`SELECT data FROM outbox WHERE entity_id = $1`, [erasureId]);
    expect(await counted()).not.toEqual([]);
    await media.service.emitFrom(deletionEvents.userDeleted, {
      ...{ businessId: null, entityId: payerId, version: 2 },
      data: { erasureId, userId: payerId, businesses: 1 },
    });
    await eventually('nothing is counted for them', async () => expect(await counted()).toEqual([]));
    // Only now: photos are given back to somebody for whom nothing is counted any more.
    await media.service.emitFrom(identityEvents.businessDeleted, {
      ...{ businessId, entityId: businessId, version: 9 },
      data: { businessId, payerId, erasureId },
    });
    const photos = () => media.sql('SELECT 1 AS row FROM photos WHERE business_id = $1', [businessId]);
    await eventually('the photo is gone', async () => expect(await photos()).toEqual([]));
    const age = async () => {
      await media.sql(
        `UPDATE erasures SET requested_at = now() - interval '1 hour', ready_at = '-infinity' WHERE id = $1`,
        [businessId],
      );
      await media.sql(
        `UPDATE person_erasures SET requested_at = now() - interval '1 hour', ready_at = '-infinity' WHERE id = $1`,
        [erasureId],
      );
    };
    await age();
    await eventually('its business is emptied', async () =>
      expect(
        await media.sql('SELECT 1 AS row FROM erasures WHERE id = $1 AND emptied_at IS NOT NULL', [businessId]),
      ).toHaveLength(1),
    );
    const looks = async () =>
      (await media.sql<{ n: number }>('SELECT lease_epoch AS n FROM person_erasures WHERE id = $1', [erasureId]))[0]?.n;
    const before = (await looks()) ?? 0;
    await age();
    await eventually('it has looked again', async () => expect(await looks()).toBeGreaterThan(before), {
      timeoutMs: 20_000,
    });
    expect(await told()).toEqual([]);
    refuses = false;
    await eventually('the receipt is given', async () => expect(await told()).toHaveLength(1), { timeoutMs: 40_000 });
    expect(media.stored(tenant)).toEqual([]);
    expect((await told())[0]?.data).toMatchObject({ erasureId });
  });
});
