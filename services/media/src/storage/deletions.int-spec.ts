import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { identityEvents } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { eventually } from '@postloom/testing';
import { metrics } from '../metrics.ts';
import { MediaUnderTest, refusal } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';
import { DeletionsWorker } from './deletions.worker.ts';
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

  /** Another slot claims it now, and deletes it until it is told to end. */
  const claimedByAnother = async (): Promise<() => void> => {
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const { promise: hasBegunToo, resolve: begins } = Promise.withResolvers<void>();
    storage.delete = async (keys) => {
      begins();
      await isOver;
      return remove(keys);
    };
    media.service.get(DeletionsWorker).wake();
    await hasBegunToo;
    return end;
  };

  it('is off the list when it is gone, also when that took longer than the claim and another has claimed it since', async () => {
    await media.sql('UPDATE object_deletions SET ready_at = now() WHERE object_key = $1', [key]);
    const end = await claimedByAnother();
    try {
      finish();
      await eventually('it is gone from the list', async () => expect(await listed()).toEqual([]));
    } finally {
      end();
    }
  });

  it('stays on the list when another has claimed it since because it was listed anew', async () => {
    await run((tx, deletions) => deletions.add(tx, [key]));
    const end = await claimedByAnother();
    try {
      const before = await metrics.objectsDeleted.value();
      finish();
      await eventually('the first delete has ended', async () =>
        expect(await metrics.objectsDeleted.value()).toBeGreaterThan(before),
      );
      expect(await listed()).toHaveLength(1);
    } finally {
      end();
    }
    await eventually('it is gone from the list', async () => expect(await listed()).toEqual([]));
  });

  it('stays on the list when a process of the version before lists it anew, which gives no listing an id', async () => {
    const before = await metrics.objectsDeleted.value();
    await media.sql(`UPDATE object_deletions SET ready_at = now() + interval '1 hour' WHERE object_key = $1`, [key]);
    finish();
    await eventually('the delete has ended', async () =>
      expect(await metrics.objectsDeleted.value()).toBeGreaterThan(before),
    );
    expect(await listed()).toEqual([{ later: true }]);
  });
});

describe('many uploads in parts that came to nothing', () => {
  let media: MediaUnderTest;
  beforeAll(async () => {
    media = await MediaUnderTest.start();
  });
  afterAll(() => media.close());

  it('are aborted several at a time, and never all at once', async () => {
    const storage = media.service.get(Storage);
    const abortParts = storage.abortParts.bind(storage);
    const businessId = randomUUID();
    const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
    let running = 0;
    let most = 0;
    storage.abortParts = async (...upload) => {
      running += 1;
      most = Math.max(most, running);
      await isOpen;
      running -= 1;
      return abortParts(...upload);
    };
    try {
      const doomed = Array.from({ length: 40 }, () => ({
        key: objectKeys.original(businessId, randomUUID()),
        multipartId: randomUUID(),
      }));
      await media.service
        .get(Uow)
        .run(Scope.system('a test of deletions'), (tx) => media.service.get(DeletionClaims).addTransfers(tx, doomed));
      media.service.get(DeletionsWorker).wake();
      await eventually('several are being aborted', () => expect(running).toBe(16));
      open();
      await eventually('all are off the list', async () =>
        expect(
          await media.sql(`SELECT FROM object_deletions WHERE split_part(object_key, '/', 1) = $1`, [businessId]),
        ).toEqual([]),
      );
      expect(most).toBe(16);
    } finally {
      open();
      storage.abortParts = abortParts;
    }
  });
});
