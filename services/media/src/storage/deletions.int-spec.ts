import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityEvents } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { metrics } from '../metrics.ts';
import { MediaUnderTest } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';

describe('objects that storage refuses to delete', () => {
  let refuses = true;
  let media: MediaUnderTest;
  beforeAll(async () => {
    media = await MediaUnderTest.start({ refusesDeletion: (key) => refuses && key.endsWith('/original') });
  });
  afterAll(() => media.close());

  it('stay on the list, are counted and tried again, and go once storage lets them', async () => {
    const tenant = media.tenant();
    await media.photo(tenant, await jpeg(1));
    const before = await metrics.objectDeletionsFailed.value();
    const { businessId, payerId } = tenant.caller;
    await media.service.emitFrom(identityEvents.businessDeleted, {
      ...{ businessId, entityId: businessId, version: 9 },
      data: { businessId, payerId },
    });
    const waiting = () =>
      media.sql<{ object_key: string; tries: number }>(
        'SELECT object_key, tries FROM object_deletions WHERE object_key LIKE $1',
        [`${businessId}/%`],
      );
    await eventually('only the refused one is left, and was tried twice', async () => {
      const [row, ...others] = await waiting();
      expect(others).toEqual([]);
      expect(row?.object_key).toMatch(/\/original$/);
      expect(row?.tries).toBeGreaterThanOrEqual(2);
    });
    expect(media.stored(tenant)).toHaveLength(1);
    await eventually('both tries are counted', async () =>
      expect(await metrics.objectDeletionsFailed.value()).toBeGreaterThanOrEqual(before + 2),
    );
    refuses = false;
    await eventually('it is gone, from storage and from the list', async () => {
      expect(media.stored(tenant)).toEqual([]);
      expect(await waiting()).toEqual([]);
    });
  });
});
