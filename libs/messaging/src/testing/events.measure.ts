/** Figures of events over many processes, with failing ones, and with a slow database; not part of the test run: see the README. */
import { setTimeout as wait } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { jetstream } from '@nats-io/jetstream';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { asAdmin, envelope, eventually, testDatabase, testNats, testService } from '@postloom/testing';
import type { TestDatabase, TestNats, TestService } from '@postloom/testing';
import { On } from '../events/on.decorator.ts';
import { migrations, thingHappened } from './effects.ts';
import { EffectsRepository } from './effects.repository.ts';
import { counts } from './world.ts';

jest.setTimeout(900_000);
const HANDLER_MS = 10;
const production = { FEED_EVERY_MS: '20000', RELAY_EVERY_MS: '500', EVENT_RETRY_MS: '1000', RPC_CHECK_OUTPUT: 'off' };

const doneAt = new Map<number, number>();
const poisonRuns = new Map<number, number>();

@Controller()
class TenMilliseconds {
  constructor(private readonly effects: EffectsRepository) {}

  @On(thingHappened)
  async count(event: EventEnvelope<DataOf<typeof thingHappened>>, tx: Tx): Promise<void> {
    await wait(HANDLER_MS);
    if (event.data.how === 'poison') {
      poisonRuns.set(event.data.n, (poisonRuns.get(event.data.n) ?? 0) + 1);
      throw new Error('this event can not be digested');
    }
    await this.effects.add(tx, 'count', event.id, event.data.n);
    tx.afterCommit(() => void doneAt.set(event.data.n, performance.now()));
  }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const quantile = (values: number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;

describe('events of many processes', () => {
  let nats: TestNats;
  let database: TestDatabase;
  let pods: TestService[];

  beforeEach(async () => {
    nats = await testNats();
    database = await testDatabase('scheduling', migrations);
    pods = [];
    doneAt.clear();
    poisonRuns.clear();
  });

  afterEach(async () => {
    await Promise.all(pods.map((pod) => pod.close()));
    await database.drop();
    await nats.stop();
  });

  const start = async (count: number, env: Readonly<Record<string, string>> = {}): Promise<TestService> => {
    for (let n = 0; n < count; n += 1) {
      pods.push(
        await testService({
          service: 'scheduling',
          nats,
          database,
          migrations,
          controllers: [TenMilliseconds],
          providers: [EffectsRepository],
          handles: [thingHappened],
          env: { ...production, ...env },
        }),
      );
    }
    const [first] = pods;
    if (first === undefined) {
      throw new Error('no process was started');
    }
    return first;
  };

  const publish = async (events: readonly { n: number; how?: string; businessId?: string }[]): Promise<void> => {
    const client = jetstream(await nats.connection());
    await Promise.all(
      events.map(({ n, how = 'well', businessId }) => {
        const event = envelope(thingHappened, { businessId: businessId ?? null, data: { n, how } });
        return client.publish(event.subject, JSON.stringify(event), { msgID: event.id, timeout: 30_000 });
      }),
    );
  };

  const range = (count: number, from = 0): { n: number }[] =>
    Array.from({ length: count }, (_, n) => ({ n: from + n }));

  it.each([
    [1, '8'],
    [4, '8'],
    [8, '8'],
    [1, '1000'],
    [4, '1000'],
    [8, '1000'],
  ])('%d processes, %s unconfirmed messages', async (processes, pending) => {
    const events = 2_000;
    const pod = await start(processes, { EVENT_MAX_ACK_PENDING: pending });
    const from = performance.now();
    await publish(range(events));
    await eventually('all are handled', async () => expect((await counts(pod, 'count')).rows).toBe(events), {
      timeoutMs: 300_000,
      everyMs: 50,
    });
    const seconds = (performance.now() - from) / 1_000;
    say(`${processes} processes, EVENT_MAX_ACK_PENDING=${pending}: ${Math.round(events / seconds)} events/s`);
  });

  it('8 poison events among 1,000 good ones on 8 processes', async () => {
    await start(8);
    const good = range(1_000);
    const poison = range(8, 5_000).map(({ n }) => ({ n, how: 'poison' }));
    const from = performance.now();
    await publish(good.flatMap((event, at) => (at % 125 === 0 ? [poison[at / 125] ?? event, event] : [event])));
    await eventually('the good ones are handled', () => Promise.resolve(expect(doneAt.size).toBe(1_000)), {
      timeoutMs: 60_000,
      everyMs: 20,
    });
    const took = [...doneAt.values()].map((at) => at - from);
    say(
      `good ones: p50 ${quantile(took, 0.5).toFixed(0)} ms, p99 ${quantile(took, 0.99).toFixed(0)} ms after publication`,
    );
    await eventually(
      'the poison is parked',
      async () =>
        expect(await asAdmin(database, `SELECT event_id FROM scheduling.inbox WHERE state = 'parked'`)).toHaveLength(8),
      { timeoutMs: 400_000, everyMs: 500 },
    );
    say(`runs of each poison event: ${[...poisonRuns.values()].join(', ')}`);
    expect([...poisonRuns.values()]).toEqual(Array.from({ length: 8 }, () => 8));
  });

  it('one business with 2,000 events beside nine quiet ones, one process', async () => {
    const quiet = Array.from({ length: 9 }, () => randomUUID());
    const flood = randomUUID();
    const pod = await start(1);
    await publish(range(2_000).map((event) => ({ ...event, businessId: flood })));
    const at = new Map<number, number>();
    for (let turn = 0; turn < 4; turn += 1) {
      for (const [index, businessId] of quiet.entries()) {
        const n = 10_000 + turn * 100 + index;
        at.set(n, performance.now());
        await publish([{ n, businessId }]);
      }
      await wait(200);
    }
    await eventually('all are handled', async () => expect((await counts(pod, 'count')).rows).toBe(2_036), {
      timeoutMs: 120_000,
    });
    const took = [...at].map(([n, since]) => (doneAt.get(n) ?? Number.NaN) - since);
    const floodTook = [...doneAt].filter(([n]) => n < 2_000).map(([, done]) => done);
    say(
      `quiet ones behind a flood of 2,000: p50 ${quantile(took, 0.5).toFixed(0)} ms, p95 ${quantile(took, 0.95).toFixed(0)} ms; ` +
        `the flood lasted ${(Math.max(...floodTook) - Math.min(...floodTook)).toFixed(0)} ms`,
    );
  });

  it('three minutes of a database that answers after 6 s', async () => {
    const pod = await start(2);
    // Switched by a row: changing triggers would have to wait for the tables that are in use.
    await asAdmin(
      database,
      `CREATE TABLE scheduling.slow_tables (name text PRIMARY KEY);
       GRANT SELECT ON scheduling.slow_tables TO PUBLIC;
       CREATE FUNCTION scheduling.slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF EXISTS (SELECT FROM scheduling.slow_tables WHERE name = TG_ARGV[0]) THEN PERFORM pg_sleep(6); END IF;
         RETURN NEW;
       END $$;
       CREATE TRIGGER slow BEFORE INSERT OR UPDATE ON scheduling.effects FOR EACH ROW EXECUTE FUNCTION scheduling.slow('effects');
       CREATE TRIGGER slow BEFORE INSERT OR UPDATE ON scheduling.inbox FOR EACH ROW EXECUTE FUNCTION scheduling.slow('inbox')`,
    );
    const slow = async (tables: readonly string[]): Promise<void> => {
      await asAdmin(database, 'DELETE FROM scheduling.slow_tables');
      await asAdmin(database, 'INSERT INTO scheduling.slow_tables SELECT unnest($1::text[])', [tables]);
    };
    // First the handlers' own table alone, so that retries go round; then the inbox as well.
    await slow(['effects']);
    await publish(range(60));
    await wait(90_000);
    await slow(['effects', 'inbox']);
    await publish(range(20, 60));
    await wait(90_000);
    const [during] = await asAdmin<{ failed: number }>(
      database,
      `SELECT count(*)::int AS failed FROM scheduling.inbox WHERE state = 'retrying'`,
    );
    await slow([]);
    const from = performance.now();
    await eventually('all have had their effect', async () => expect((await counts(pod, 'count')).numbers).toBe(80), {
      timeoutMs: 240_000,
      everyMs: 200,
    });
    const [row] = await asAdmin<{ parked: number; runs: number; tries: number }>(
      database,
      `SELECT count(*) FILTER (WHERE state = 'parked')::int AS parked, max(runs) AS runs, max(tries) AS tries FROM scheduling.inbox`,
    );
    say(
      `database slow for 3 min: ${during?.failed} of 80 were retrying at its end, parked ${row?.parked}, most runs ${row?.runs}, ` +
        `most tries ${row?.tries}; all effects ${((performance.now() - from) / 1_000).toFixed(0)} s after it was well again`,
    );
    expect(row?.parked).toBe(0);
  });
});
