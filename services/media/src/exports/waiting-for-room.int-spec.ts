import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Clock, ShutdownRegistry } from '@postloom/chassis';
import { exportRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { DiskRoom } from '../pictures/index.ts';
import { ExportNeighbours } from '../testing/export-neighbours.ts';
import { MediaUnderTest } from '../testing/media-under-test.ts';
import type { Tenant } from '../testing/media-under-test.ts';

const MINUTE_MS = 60_000;

let media: MediaUnderTest;
let neighbours: ExportNeighbours;
beforeAll(async () => {
  media = await MediaUnderTest.start();
  neighbours = await ExportNeighbours.start(media);
});
afterAll(() => media.close());

/** Runs `work` while the export of this person waits for room. */
const whileItWaits = (person: Tenant, work: () => Promise<void> | void): Promise<void> => {
  const room = media.service.get(DiskRoom);
  return room.inFolder(person.caller.userId ?? '', async (folder) => {
    await folder.reserve(Number.MAX_SAFE_INTEGER); // all that one person may have
    await media.rpc(exportRpc.exportStart, {}, person);
    await eventually('it waits', () => expect(room.waiting).toBe(1));
    await work();
  });
};
const turnsOf = ({ caller }: Tenant) =>
  media.sql(
    `SELECT state, lease_epoch AS turns, tries, segments > 0 AS "isBegun", lease_until > now() AS "isLeased",
       lease_until > now() + interval '1 minute' AS "isKept" FROM exports WHERE user_id = $1`,
    [caller.userId],
  );

describe('an export that waits for room on the disk', () => {
  it('for longer than a turn takes has its turn all the same', async () => {
    const person = neighbours.person();
    const clock = media.service.get(Clock);
    const monotonicMs = clock.monotonicMs.bind(clock);
    await whileItWaits(person, () => {
      clock.monotonicMs = () => monotonicMs() + 2 * MINUTE_MS;
    });
    await eventually('it is ready', async () =>
      expect((await media.rpc(exportRpc.exportGet, {}, person)).state).toBe('ready'),
    );
    expect(await turnsOf(person)).toMatchObject([{ turns: 1, isBegun: true }]);
  });

  it('for longer than a lease stays its process’s', async () => {
    const person = neighbours.person();
    const clock = media.service.get(Clock);
    const delay = clock.delay.bind(clock);
    // The time between two signs of life is over in a moment.
    clock.delay = (ms, signal) => delay(ms < MINUTE_MS ? ms : 20, signal);
    try {
      await whileItWaits(person, async () => {
        await media.sql(`UPDATE exports SET lease_until = now() + interval '30 seconds' WHERE user_id = $1`, [
          person.caller.userId,
        ]);
        await eventually('its lease is extended', async () =>
          expect(await turnsOf(person)).toMatchObject([{ isKept: true }]),
        );
      });
    } finally {
      clock.delay = delay;
    }
  });

  it('is given back at once when its process stops, for another one', async () => {
    const person = neighbours.person();
    const shutdown = media.service.get(ShutdownRegistry);
    await whileItWaits(person, async () => {
      await shutdown.run('stop-intake');
      await shutdown.run('drain');
      expect(await turnsOf(person)).toMatchObject([
        { state: 'working', turns: 1, tries: 0, isBegun: false, isLeased: false },
      ]);
    });
  });
});
