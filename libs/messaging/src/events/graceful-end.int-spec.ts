import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, testDatabase, testNats } from '@postloom/testing';
import type { TestDatabase, TestNats, TestService } from '@postloom/testing';
import { migrations } from '../testing/effects.ts';
import { counts, startCounting, startTelling, tell } from '../testing/world.ts';

/** Far away: what the broker has not brought by itself would stay missing. */
const env = { FEED_EVERY_MS: '600000' };
const ROUNDS = 4;
const EVENTS = 400;

describe('a process that is asked to stop', () => {
  let nats: TestNats;
  let database: TestDatabase;
  let tellers: TestDatabase;
  let media: TestService;
  let staying: TestService;

  beforeAll(async () => {
    nats = await testNats();
    database = await testDatabase('scheduling', migrations);
    tellers = await testDatabase('media', migrations);
    media = await startTelling({ nats, database: tellers, env });
    staying = await startCounting({ nats, database, env });
  });

  afterAll(async () => {
    await Promise.all([staying.close(), media.close()]);
    await Promise.all([database.drop(), tellers.drop()]);
    await nats.stop();
  });

  it('keeps none of the events that the broker has just sent to it: another takes them at once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const leaving = await startCounting({ nats, database, env });
      const told = tell(media, round * EVENTS, EVENTS);
      await eventually('the events flow', async () =>
        expect((await counts(staying, 'count')).rows).toBeGreaterThan(round * EVENTS + EVENTS / 10),
      );
      await leaving.close();
      await told;
      // Well below the minute after which the broker gives up on a confirmation.
      await eventually(
        'all effects are there',
        async () => expect((await counts(staying, 'count')).numbers).toBe((round + 1) * EVENTS),
        { timeoutMs: 40_000 },
      );
    }
    expect(await counts(staying, 'count')).toEqual({
      rows: ROUNDS * EVENTS,
      events: ROUNDS * EVENTS,
      numbers: ROUNDS * EVENTS,
    });
  }, 120_000);
});
