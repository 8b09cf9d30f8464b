import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { identityEvents } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { eventually } from '@postloom/testing';
import { metrics } from '../metrics.ts';
import { MediaUnderTest, refusal } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';
import { DeletionClaims, objectKeys, Storage } from './index.ts';

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

describe('an object that is just being deleted', () => {
  let media: MediaUnderTest;
  let storage: Storage;
  let key: string;
  let finish = (): void => undefined;
  let remove: Storage['delete'];
  beforeAll(async () => {
    media = await MediaUnderTest.start();
    storage = media.service.get(Storage);
    remove = storage.delete.bind(storage);
  });
  afterAll(() => media.close());

  const run = <T>(work: (tx: Tx, deletions: DeletionClaims) => Promise<T>): Promise<T> =>
    media.service
      .get(Uow)
      .run(Scope.system('a test of deletions'), (tx) => work(tx, media.service.get(DeletionClaims)));
  const listed = () =>
    media.sql<{ later: boolean }>(
      `SELECT ready_at > now() + interval '50 minutes' AS later FROM object_deletions WHERE object_key = $1`,
      [key],
    );
  beforeEach(async () => {
    key = objectKeys.original(randomUUID(), randomUUID());
    const isOpen = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const hasBegun = new Promise<void>((resolve) => {
      storage.delete = async (keys) => {
        const refused = await remove(keys);
        resolve();
        await isOpen;
        return refused;
      };
    });
    await run((tx, deletions) => deletions.add(tx, [key]));
    await hasBegun;
  });
  afterEach(() => {
    finish();
    storage.delete = remove;
  });

  it('can no longer be taken off the list', async () => {
    expect(await refusal(run((tx, deletions) => deletions.withdraw(tx, key)))).toMatchObject({ code: 'conflict' });
    finish();
    await eventually('it is gone from the list', async () => expect(await listed()).toEqual([]));
  });

  it('stays on the list when it is listed anew meanwhile, for the time that was named last', async () => {
    const before = await metrics.objectsDeleted.value();
    await run((tx, deletions) => deletions.add(tx, [key], 3_600));
    finish();
    await eventually('the delete has ended', async () =>
      expect(await metrics.objectsDeleted.value()).toBeGreaterThan(before),
    );
    expect(await listed()).toEqual([{ later: true }]);
  });

  it('is deleted again when it is listed anew to go at once', async () => {
    await run((tx, deletions) => deletions.add(tx, [key]));
    await storage.putBytes(key, Buffer.from('x'), 'image/jpeg');
    storage.delete = remove;
    finish();
    await eventually('it is gone', async () => expect(await storage.has(key)).toBe(false));
    await eventually('it is gone from the list', async () => expect(await listed()).toEqual([]));
  });
});
