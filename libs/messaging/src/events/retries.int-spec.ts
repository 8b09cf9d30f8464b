/** Failing events, with the pauses of production where it says so: a slot that a failing event holds shows only then. */
import { Controller } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AppError, defineEvent } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { asAdmin, eventually, testDatabase, testNats, testService } from '@postloom/testing';
import type { TestDatabase, TestNats, TestService } from '@postloom/testing';
import { z } from 'zod';
import { migrations, misbehaviour, thingHappened } from '../testing/effects.ts';
import { EffectsRepository } from '../testing/effects.repository.ts';
import { counts, startCounting } from '../testing/world.ts';
import { On } from './on.decorator.ts';
import { ParkedEvents } from './parked-events.ts';

jest.setTimeout(120_000);

const shownBefore = defineEvent('media.thing.shown.v1', z.object({ place: z.enum(['wall', 'shelf']) }));
const shownNow = defineEvent('media.thing.shown.v1', z.object({ place: z.enum(['wall', 'shelf', 'window']) }));

@Controller()
class OlderBuild {
  @On(shownBefore)
  async shown(): Promise<void> {
    // knows two places
  }
}

@Controller()
class NewerBuild {
  constructor(private readonly effects: EffectsRepository) {}

  @On(shownNow)
  async shown(event: EventEnvelope<DataOf<typeof shownNow>>, tx: Tx): Promise<void> {
    await this.effects.add(tx, event.data.place, event.id, 0);
  }
}

interface Row {
  state: string;
  tries: number;
  runs: number;
  error: string | null;
}

describe('failing events', () => {
  let nats: TestNats;
  let database: TestDatabase;
  let pods: TestService[];

  beforeEach(async () => {
    nats = await testNats();
    database = await testDatabase('scheduling', migrations);
    pods = [];
  });

  afterEach(async () => {
    misbehaviour.handle = () => undefined;
    await Promise.all(pods.map((pod) => pod.close()));
    await database.drop();
    await nats.stop();
  });

  const start = async (env: Readonly<Record<string, string>>): Promise<TestService> => {
    const pod = await startCounting({ nats, database, env });
    pods.push(pod);
    return pod;
  };

  const startBuild = async (
    build: typeof OlderBuild | typeof NewerBuild,
    env: Readonly<Record<string, string>>,
  ): Promise<TestService> => {
    const pod = await testService({
      service: 'scheduling',
      nats,
      database,
      migrations,
      controllers: [build],
      providers: [EffectsRepository],
      handles: [build === OlderBuild ? shownBefore : shownNow],
      env,
    });
    pods.push(pod);
    return pod;
  };

  const stop = async (pod: TestService): Promise<void> => {
    pods = pods.filter((other) => other !== pod);
    await pod.close();
  };

  const rowOf = async (eventId: string): Promise<Row | undefined> => {
    const rows = await asAdmin<Row>(
      database,
      `SELECT state, tries, runs, error FROM scheduling.inbox WHERE event_id = $1 AND handler NOT LIKE '%second'`,
      [eventId],
    );
    return rows[0];
  };

  const emit = (pod: TestService, n: number, how: string) =>
    pod.emitFrom(thingHappened, { businessId: null, data: { n, how } });

  it('hold up nobody else: with the pauses of production 200 good ones flow past 30 that fail', async () => {
    const production = { EVENT_RETRY_MS: '1000', FEED_EVERY_MS: '20000' };
    const first = await start(production);
    await start(production);
    misbehaviour.handle = ({ data }) => {
      if (data.how === 'poison') {
        throw new Error('this event can not be digested');
      }
    };
    for (let n = 0; n < 30; n += 1) {
      await emit(first, n, 'poison');
    }
    for (let n = 100; n < 300; n += 1) {
      await emit(first, n, 'well');
    }
    await eventually('the good ones have had their effect', async () =>
      expect((await counts(first, 'count')).rows).toBe(200),
    );
    const states = await asAdmin<{ state: string }>(
      database,
      `SELECT DISTINCT state FROM scheduling.inbox WHERE runs > 0`,
    );
    expect(states).toEqual([{ state: 'retrying' }]); // all 30 still wait: nobody waited for them
  });

  it('are run 8 times in all, over two processes, a restart and repetitions by the broker', async () => {
    const env = { EVENT_RETRY_MS: '100', FEED_EVERY_MS: '500' };
    const staying = await start(env);
    const leaving = await start(env);
    let runs = 0;
    misbehaviour.handle = ({ data }) => {
      if (data.how === 'poison') {
        runs += 1;
        throw new Error('this event can not be digested');
      }
    };
    const poison = await emit(staying, 1, 'poison');
    await eventually('it has failed three times', () => Promise.resolve(expect(runs).toBeGreaterThanOrEqual(3)));
    await staying.retell(poison);
    await stop(leaving);
    await start(env);
    await eventually('it is parked', async () => expect((await rowOf(poison.id))?.state).toBe('parked'), {
      timeoutMs: 60_000,
    });
    await staying.retell(poison);
    await emit(staying, 2, 'well');
    await eventually('the next one is there', async () => expect((await counts(staying, 'count')).rows).toBe(1));
    expect(await rowOf(poison.id)).toMatchObject({ state: 'parked', tries: 8, runs: 8 });
    expect(runs).toBe(8);
  });

  it.each(['unavailable', 'deadline', 'rate_limited', 'conflict', 'dependency_failed'] as const)(
    'are not counted while the failure is %s',
    async (code) => {
      const pod = await start({ EVENT_RETRY_MS: '1' });
      let runs = 0;
      misbehaviour.handle = () => {
        runs += 1;
        if (runs <= 10) {
          throw new AppError(code);
        }
      };
      const event = await emit(pod, 1, 'well');
      await eventually('it has worked at last', async () => expect((await counts(pod, 'count')).rows).toBe(1), {
        timeoutMs: 60_000,
      });
      expect(await rowOf(event.id)).toMatchObject({ state: 'done', runs: 11, tries: 1 });
    },
  );

  it('are parked at last when the outage outlasts the patience', async () => {
    const pod = await start({ EVENT_RETRY_MS: '1', EVENT_PASSING_MS: '0' });
    misbehaviour.handle = () => {
      throw new AppError('unavailable');
    };
    const event = await emit(pod, 1, 'well');
    await eventually('it is parked', async () => expect((await rowOf(event.id))?.state).toBe('parked'));
    expect(await rowOf(event.id)).toMatchObject({ tries: 0 });
  });

  it('of a newer producer wait for the newer build of their handler', async () => {
    const older = await startBuild(OlderBuild, { EVENT_RETRY_MS: '100' });
    const event = await older.emitFrom(shownNow, { businessId: null, data: { place: 'window' } });
    await eventually('it has failed twice', async () =>
      expect((await rowOf(event.id))?.runs).toBeGreaterThanOrEqual(2),
    );
    expect(await rowOf(event.id)).toMatchObject({ state: 'retrying', tries: expect.any(Number) });
    expect(await older.get(ParkedEvents).list()).toEqual([]);
    await stop(older);
    const newer = await startBuild(NewerBuild, { EVENT_RETRY_MS: '100' });
    await eventually('it has its effect', async () => expect((await counts(newer, 'window')).rows).toBe(1), {
      timeoutMs: 30_000,
    });
  });

  it('that can not be read after a rolling update are parked', async () => {
    const older = await startBuild(OlderBuild, { EVENT_RETRY_MS: '10', EVENT_UNREADABLE_MS: '0' });
    const event = await older.emitFrom(shownNow, { businessId: null, data: { place: 'window' } });
    await eventually('it is parked', async () => expect((await rowOf(event.id))?.state).toBe('parked'));
    expect((await rowOf(event.id))?.error).toContain('contract');
  });
});
