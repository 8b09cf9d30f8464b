import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Clock, ShutdownRegistry } from '@postloom/chassis';
import { eventually } from '@postloom/testing';
import { DiskRoom } from '../pictures/index.ts';
import { folder, photoRow, rows, shop } from '../testing/export-rows.ts';
import { ImportsUnderTest } from '../testing/imports-under-test.ts';
import { madeExport } from '../testing/made-zip.ts';
import type { Tenant } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';

/** Whoever has all that it may have; together they leave no room to anybody. */
const FLOODS = ['a', 'b', 'c', 'd'];

let imports: ImportsUnderTest;
beforeAll(async () => {
  imports = await ImportsUnderTest.start();
});
afterAll(() => imports.close());

/** Runs `work` while the only photo of this person's import waits for room. */
async function whileItWaits(person: Tenant, work: () => Promise<void>): Promise<void> {
  const room = imports.media.service.get(DiskRoom);
  const bread = await jpeg(5);
  const picture = { name: `${folder}/photos/a.jpg`, bytes: bread };
  await imports.upload(person, madeExport([shop, rows('photos', photoRow('a.jpg', bread)), picture]));
  await imports.reaches(person, 'waiting');
  const flooded = FLOODS.reduceRight(
    (next, flood) => () =>
      room.inFolder(flood, async (taken) => {
        await taken.reserve(Number.MAX_SAFE_INTEGER);
        await next();
      }),
    async () => {
      await imports.begin(person, [1]);
      await eventually('it waits', () => expect(room.waiting).toBe(1));
      await work();
    },
  );
  await flooded();
}
const leaseOf = async ({ caller }: Tenant): Promise<unknown> => {
  const [row] = await imports.media.sql(
    `SELECT state, tries, lease_until > now() AS "isLeased", lease_until > now() + interval '1 minute' AS "isKept"
     FROM imports WHERE user_id = $1`,
    [caller.userId],
  );
  return row;
};

describe('a photo of an import that waits for room on the disk', () => {
  it('for longer than a lease stays its process’s, and comes back once', async () => {
    const person = imports.neighbours.person();
    const clock = imports.media.service.get(Clock);
    const delay = clock.delay.bind(clock);
    // The time between two signs of life is over in a moment.
    clock.delay = (ms, signal) => delay(ms < 30_000 ? ms : 20, signal);
    try {
      await whileItWaits(person, async () => {
        await imports.media.sql(`UPDATE imports SET lease_until = now() + interval '30 seconds' WHERE user_id = $1`, [
          person.caller.userId,
        ]);
        await eventually('its lease is extended', async () =>
          expect(await leaseOf(person)).toMatchObject({ isKept: true }),
        );
      });
    } finally {
      clock.delay = delay;
    }
    expect((await imports.reaches(person, 'done')).brought).toMatchObject({ photos: 1 });
  });

  it('is left for another process at once when its own stops', async () => {
    const person = imports.neighbours.person();
    const shutdown = imports.media.service.get(ShutdownRegistry);
    await whileItWaits(person, async () => {
      await shutdown.run('stop-intake');
      await shutdown.run('drain');
      expect(await leaseOf(person)).toMatchObject({ state: 'working', isLeased: false, tries: 0 });
    });
  });
});
