import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, mediaEvents, mediaRpc } from '@postloom/contracts';
import type { Photo } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { PictureProcesses, PictureTooSlow } from '../pictures/index.ts';
import { Storage } from '../storage/index.ts';
import { MediaUnderTest } from '../testing/media-under-test.ts';
import type { Tenant } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';
import { RenditionsWorker } from './index.ts';
import { RenditionClaims } from './renditions.claims.ts';

interface Row {
  readonly state: string;
  readonly tries: number;
  readonly waits: number;
  readonly held: boolean;
}

describe('pictures that take their time', () => {
  let media: MediaUnderTest;
  let pictures: PictureProcesses;
  let storage: Storage;
  let undo: () => void = () => undefined;
  beforeAll(async () => {
    media = await MediaUnderTest.start();
    pictures = media.service.get(PictureProcesses);
    storage = media.service.get(Storage);
    const [run, fetch, putBytes] = [pictures.run, storage.fetch, storage.putBytes];
    undo = () => {
      pictures.run = run;
      Object.assign(storage, { fetch, putBytes });
    };
  });
  afterEach(() => undo());
  afterAll(() => media.close());

  const failWith = (makeError: () => AppError): void => {
    const run = pictures.run.bind(pictures);
    pictures.run = (task, turn) => (task.kind === 'derive' ? Promise.reject(makeError()) : run(task, turn));
  };
  const row = async ({ id }: Photo): Promise<Row> => {
    const [found] = await media.sql<Row>(
      `SELECT state, tries, extract(epoch FROM ready_at - now())::float8 AS waits, lease_until > now() AS held
       FROM renditions WHERE id = $1`,
      [id],
    );
    return found ?? { state: 'gone', tries: 0, waits: 0, held: false };
  };
  const statusOf = async (tenant: Tenant, { id }: Photo): Promise<string> =>
    (await media.rpc(mediaRpc.photoGet, { id }, tenant)).status;
  /** Lets the worker try now, and waits for the end of its so manieth try. */
  const tried = (photo: Photo, times: number): Promise<Row> =>
    eventually(`try ${times} is over`, async () => {
      await media.sql(
        `UPDATE renditions SET ready_at = now() WHERE id = $1 AND tries < $2 AND lease_until < now() AND state = 'pending'`,
        [photo.id, times],
      );
      media.service.get(RenditionsWorker).wake();
      const now = await row(photo);
      expect(now).toMatchObject({ tries: times, held: false });
      return now;
    });
  /** A photo of which every try of the day has failed. */
  const givenUp = async (tenant: Tenant, seed: number): Promise<Photo> => {
    failWith(() => new PictureTooSlow());
    const photo = await media.unprepared(tenant, await jpeg(seed));
    await tried(photo, 1);
    await media.sql(`UPDATE renditions SET tries = 11 WHERE id = $1`, [photo.id]);
    expect((await tried(photo, 12)).state).toBe('failed');
    expect(await statusOf(tenant, photo)).toBe('failed');
    await media.sql(`UPDATE photos SET created_at = now() - interval '2 hours' WHERE id = $1`, [photo.id]);
    return photo;
  };

  it.each([
    ['that took too long', () => new PictureTooSlow()],
    ['whose process was lost', () => new AppError('unavailable')],
  ])('are tried after longer and longer waits, and the photo %s is ready in the end', async (_, makeError) => {
    const tenant = media.tenant();
    failWith(makeError);
    const photo = await media.unprepared(tenant, await jpeg(1));
    const waits: number[] = [];
    for (let times = 1; times <= 9; times += 1) {
      const { state, waits: seconds } = await tried(photo, times);
      expect(state).toBe('pending');
      waits.push(Math.round(seconds / 10) * 10);
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600]);
    expect(await statusOf(tenant, photo)).toBe('processing');
    undo();
    await media.sql(`UPDATE renditions SET ready_at = now() WHERE id = $1`, [photo.id]);
    expect((await media.ready(tenant, photo.id)).status).toBe('ready');
  });

  it('fail once for an unknown reason after many slow tries, and are tried again all the same', async () => {
    const tenant = media.tenant();
    failWith(() => new PictureTooSlow());
    const photo = await media.unprepared(tenant, await jpeg(6));
    for (let times = 1; times <= 6; times += 1) {
      await tried(photo, times);
    }
    undo();
    failWith(() => new AppError('internal'));
    expect((await tried(photo, 7)).state).toBe('pending');
    expect(await statusOf(tenant, photo)).toBe('processing');
    undo();
    await tried(photo, 8);
    expect(await statusOf(tenant, photo)).toBe('ready');
  });

  it('that were given up are tried once more with each comparison of the bucket, and then the photo is like any other', async () => {
    const tenant = media.tenant();
    const photo = await givenUp(tenant, 2);
    const told = () =>
      media.sql('SELECT version FROM outbox WHERE entity_id = $1 AND subject = $2', [
        photo.id,
        mediaEvents.photoUpdated.subject,
      ]);
    expect(await told()).toHaveLength(1);
    for (let day = 1; day <= 2; day += 1) {
      await media.compareBucket();
      expect((await tried(photo, 12)).state).toBe('failed');
    }
    expect(await told()).toHaveLength(1); // nothing new
    undo();
    await media.compareBucket();
    expect((await media.ready(tenant, photo.id)).status).toBe('ready');
    const source = await media.rpc(mediaRpc.photoSource, { photoId: photo.id, purpose: 'publish' }, tenant);
    expect((await media.ask('GET', source.internalPath)).status).toBe(200);
  });

  it('wait for storage that refused them, also when the database was away as that was cleaned up', async () => {
    const tenant = media.tenant();
    const claims = media.service.get(RenditionClaims);
    const { isGone } = claims;
    const run = pictures.run.bind(pictures);
    const watched = Promise.withResolvers<void>();
    let failures = 0;
    claims.isGone = () => {
      failures += 1;
      return Promise.reject(new Error('the database is failing over'));
    };
    pictures.run = async (task, turn) => {
      if (task.kind === 'derive') {
        await watched.promise;
        storage.putBytes = () => Promise.reject(new AppError('dependency_failed'));
      }
      return run(task, turn);
    };
    try {
      const photo = await media.unprepared(tenant, await jpeg(7));
      watched.resolve();
      await eventually('storage has refused them', () => expect(failures).toBe(1));
      const waiting = await eventually('the try is over', async () => {
        const now = await row(photo);
        expect(now.held).toBe(false);
        return now;
      });
      expect(waiting).toMatchObject({ state: 'pending', tries: 0 });
    } finally {
      watched.resolve();
      claims.isGone = isGone;
    }
  });

  it('are made by one process however slow storage and decoders are: its lease is extended before each step', async () => {
    const tenant = media.tenant();
    const [run, fetch, putBytes] = [
      pictures.run.bind(pictures),
      storage.fetch.bind(storage),
      storage.putBytes.bind(storage),
    ];
    let photoId = '';
    const left: Record<string, number> = {};
    const look = async (step: string): Promise<void> => {
      const [found] = await media.sql<{ seconds: number }>(
        `SELECT extract(epoch FROM lease_until - now())::float8 AS seconds FROM renditions WHERE id = $1`,
        [photoId],
      );
      left[step] ??= found?.seconds ?? 0;
    };
    /** The lease as a step finds it. Then the step takes so long that little is left of it. */
    const takeLong = async (step: string): Promise<void> => {
      await look(step);
      await media.sql(`UPDATE renditions SET lease_until = now() + interval '20 s' WHERE id = $1`, [photoId]);
    };
    const watched = Promise.withResolvers<void>();
    storage.fetch = async (...from) => {
      await watched.promise;
      await fetch(...from);
      photoId = from[0].split('/')[1] ?? '';
      await takeLong('fetch');
    };
    pictures.run = async (task, turn) => {
      if (task.kind === 'derive') {
        await takeLong('derive');
      }
      return run(task, turn);
    };
    const photo = await media.unprepared(tenant, await jpeg(3));
    storage.putBytes = async (...object) => {
      await look('store');
      await putBytes(...object);
    };
    watched.resolve();
    await media.ready(tenant, photo.id);
    expect(Object.keys(left).toSorted()).toEqual(['derive', 'fetch', 'store']);
    expect(Math.min(...Object.values(left))).toBeGreaterThan(50);
  });

  it('are not stored by a process that has lost the lease', async () => {
    const tenant = media.tenant();
    const fetch = storage.fetch.bind(storage);
    const putBytes = storage.putBytes.bind(storage);
    const derived: string[] = [];
    let isLost = false;
    const watched = Promise.withResolvers<void>();
    storage.fetch = async (...from) => {
      await watched.promise;
      await fetch(...from);
      if (!isLost) {
        isLost = true;
        // Another process has claimed the row meanwhile, and has just let it go.
        await media.sql(
          `UPDATE renditions SET lease_epoch = lease_epoch + 1, lease_until = '-infinity', ready_at = 'infinity' WHERE id = $1`,
          [from[0].split('/')[1]],
        );
      }
    };
    const photo = await media.unprepared(tenant, await jpeg(4));
    storage.putBytes = async (key, ...rest) => {
      derived.push(key);
      await putBytes(key, ...rest);
    };
    watched.resolve();
    await eventually('it was fetched', () => expect(isLost).toBe(true));
    const worker = media.service.get(RenditionsWorker);
    // The worker has one slot: the next photo is ready when it is done with the first.
    const next = await media.unprepared(tenant, await jpeg(5));
    worker.wake();
    await media.ready(tenant, next.id);
    expect(derived.filter((key) => key.includes(photo.id))).toEqual([]);
    await media.sql(`UPDATE renditions SET ready_at = now() WHERE id = $1`, [photo.id]);
    expect((await media.ready(tenant, photo.id)).status).toBe('ready');
  });
});
