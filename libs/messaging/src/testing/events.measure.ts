/**
 * `npm run event-rates`: events over several processes of a service, with failing ones, beside a flood, and with a slow database. Every
 * process is one of its own, on one Postgres and one NATS; a handler takes 10 ms.
 *
 * Names after `--` run only these: rates, poison, flood, quiet, slow. Exits 1 when an event is lost, doubled or parked against the rules.
 */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import { jetstream } from '@nats-io/jetstream';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import {
  asAdmin,
  envelope,
  eventually,
  isPod,
  runPod,
  startPods,
  testDatabase,
  testNats,
  testService,
} from '@postloom/testing';
import type { PodServers } from '@postloom/testing';
import { On } from '../events/on.decorator.ts';
import { migrations, thingHappened } from './effects.ts';
import { EffectsRepository } from './effects.repository.ts';

const HANDLER_MS = 10;
const EVENTS = 4_000;

/** A handler has begun, or its effect is committed. */
interface Note {
  readonly what: 'begun' | 'done';
  readonly n: number;
  /** Epoch milliseconds, by the one clock of the machine. */
  readonly at: number;
}

let note: (note: Note) => void = () => undefined;

@Controller()
class TenMilliseconds {
  constructor(private readonly effects: EffectsRepository) {}

  @On(thingHappened)
  async count(event: EventEnvelope<DataOf<typeof thingHappened>>, tx: Tx): Promise<void> {
    const { n, how } = event.data;
    note({ what: 'begun', n, at: Date.now() });
    await wait(HANDLER_MS);
    if (how === 'poison') {
      throw new Error('this event can not be digested');
    }
    await this.effects.add(tx, 'count', event.id, n);
    tx.afterCommit(() => note({ what: 'done', n, at: Date.now() }));
  }
}

/** One run: its processes, and what they have noted so far. */
interface Run {
  readonly servers: PodServers;
  /** How often the handler of an event began. */
  readonly begun: ReadonlyMap<number, number>;
  readonly doneAt: ReadonlyMap<number, number>;
}

async function run(
  pods: number,
  env: Readonly<Record<string, string>>,
  work: (run: Run) => Promise<void>,
): Promise<void> {
  const servers = { nats: await testNats(), database: await testDatabase('scheduling', migrations) };
  const [begun, doneAt] = [new Map<number, number>(), new Map<number, number>()];
  const started = await startPods<Note>(
    pods,
    servers,
    ({ what, n, at }) => void (what === 'done' ? doneAt.set(n, at) : begun.set(n, (begun.get(n) ?? 0) + 1)),
    env,
  );
  try {
    await work({ servers, begun, doneAt });
  } finally {
    await started.close();
    await servers.database.drop();
    await servers.nats.stop();
  }
}

async function publish(
  { servers }: Run,
  events: readonly { n: number; how?: string; businessId?: string }[],
): Promise<void> {
  const client = jetstream(await servers.nats.connection());
  await Promise.all(
    events.map(({ n, how = 'well', businessId }) => {
      const event = envelope(thingHappened, { businessId: businessId ?? null, data: { n, how } });
      return client.publish(event.subject, JSON.stringify(event), { msgID: event.id, timeout: 30_000 });
    }),
  );
}

/** Every one of them has had its effect exactly once. */
async function allDone({ servers, doneAt }: Run, count: number, timeoutMs: number): Promise<void> {
  await eventually(`${count} are handled`, () => assert.equal(doneAt.size, count), { timeoutMs, everyMs: 50 });
  const [row] = await asAdmin<{ rows: number; numbers: number }>(
    servers.database,
    'SELECT count(*)::int AS rows, count(DISTINCT n)::int AS numbers FROM scheduling.effects',
  );
  assert.deepEqual(row, { rows: count, numbers: count });
}

const range = (count: number, from = 0): { n: number }[] => Array.from({ length: count }, (_, n) => ({ n: from + n }));
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const quantile = (values: number[], part: number): string =>
  `${values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN} ms`;

const measurements: Readonly<Record<string, () => Promise<void>>> = {
  rates: async () => {
    for (const pending of ['8', '1000']) {
      for (const pods of [1, 4, 8]) {
        await run(pods, { EVENT_MAX_ACK_PENDING: pending }, async (one) => {
          const from = Date.now();
          await publish(one, range(EVENTS));
          await allDone(one, EVENTS, 300_000);
          const seconds = (Math.max(...one.doneAt.values()) - from) / 1_000;
          say(`${pods} pods, EVENT_MAX_ACK_PENDING=${pending}: ${Math.round(EVENTS / seconds)} events/s`);
        });
      }
    }
  },

  poison: () =>
    run(8, {}, async (one) => {
      const poison = range(8, 5_000).map(({ n }) => ({ n, how: 'poison' }));
      const from = Date.now();
      await publish(
        one,
        range(1_000).flatMap((event, at) => (at % 125 === 0 ? [poison[at / 125] ?? event, event] : [event])),
      );
      await allDone(one, 1_000, 60_000);
      const took = [...one.doneAt.values()].map((at) => at - from);
      say(
        `8 poison events among 1,000 on 8 pods: the others p50 ${quantile(took, 0.5)}, p99 ${quantile(took, 0.99)} after publication`,
      );
      await eventually(
        'the poison is parked',
        async () => {
          const parked = await asAdmin(one.servers.database, `SELECT 1 FROM scheduling.inbox WHERE state = 'parked'`);
          assert.equal(parked.length, 8);
        },
        { timeoutMs: 400_000, everyMs: 500 },
      );
      const runs = poison.map(({ n }) => one.begun.get(n));
      say(`runs of each poison event: ${runs.join(', ')}`);
      assert.deepEqual(
        runs,
        poison.map(() => 8),
      );
    }),

  flood: () =>
    run(1, {}, async (one) => {
      const quiet = Array.from({ length: 9 }, () => randomUUID());
      const flood = randomUUID();
      await publish(
        one,
        range(2_000).map((event) => ({ ...event, businessId: flood })),
      );
      const at = new Map<number, number>();
      for (let turn = 0; turn < 4; turn += 1) {
        for (const [index, businessId] of quiet.entries()) {
          const n = 10_000 + turn * 100 + index;
          at.set(n, Date.now());
          await publish(one, [{ n, businessId }]);
        }
        await wait(200);
      }
      await allDone(one, 2_036, 120_000);
      const took = [...at].map(([n, since]) => (one.doneAt.get(n) ?? Number.NaN) - since);
      const floodTook = [...one.doneAt].filter(([n]) => n < 2_000).map(([, done]) => done);
      say(
        `quiet ones behind a flood of 2,000 on 1 pod: p50 ${quantile(took, 0.5)}, p95 ${quantile(took, 0.95)}; ` +
          `the flood lasted ${Math.max(...floodTook) - Math.min(...floodTook)} ms`,
      );
    }),

  quiet: () =>
    run(1, {}, async (one) => {
      const [flood, all, quiet] = [randomUUID(), 20_000, 100];
      const at = new Map<number, number>();
      const from = Date.now();
      for (let n = 0; n < all; n += 1_000) {
        await publish(
          one,
          range(1_000, n).map((event) => ({ ...event, businessId: flood })),
        );
        for (const { n: of } of range(quiet / 20, 100_000 + (n / 1_000) * (quiet / 20))) {
          at.set(of, Date.now());
          await publish(one, [{ n: of, businessId: randomUUID() }]);
        }
      }
      await allDone(one, all + quiet, 600_000);
      const took = [...at].map(([n, since]) => (one.doneAt.get(n) ?? Number.NaN) - since);
      say(
        `100 quiet businesses beside 20,000 events of one business on 1 pod: p50 ${quantile(took, 0.5)}, p99 ${quantile(took, 0.99)}; ` +
          `all handled in ${((Math.max(...one.doneAt.values()) - from) / 1_000).toFixed(0)} s`,
      );
    }),

  slow: () =>
    run(2, {}, async (one) => {
      const { database } = one.servers;
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
      await publish(one, range(60));
      await wait(90_000);
      await slow(['effects', 'inbox']);
      await publish(one, range(20, 60));
      await wait(90_000);
      const [during] = await asAdmin<{ failed: number }>(
        database,
        `SELECT count(*)::int AS failed FROM scheduling.inbox WHERE state = 'retrying'`,
      );
      await slow([]);
      const from = Date.now();
      await allDone(one, 80, 240_000);
      const [row] = await asAdmin<{ parked: number; runs: number; tries: number }>(
        database,
        `SELECT count(*) FILTER (WHERE state = 'parked')::int AS parked, max(runs) AS runs, max(tries) AS tries FROM scheduling.inbox`,
      );
      say(
        `database answers after 6 s for 3 min: ${during?.failed} of 80 were retrying at its end, parked ${row?.parked}, most runs ${row?.runs}, ` +
          `most tries ${row?.tries}; all effects ${((Date.now() - from) / 1_000).toFixed(0)} s after it was well again`,
      );
      assert.equal(row?.parked, 0);
    }),
};

if (isPod) {
  await runPod<Note>((servers, tell) => {
    note = tell;
    const env = { RPC_CHECK_OUTPUT: 'off', ...eventSettings() };
    const providers = [EffectsRepository];
    return testService({
      ...servers,
      ...{
        service: 'scheduling',
        migrations,
        controllers: [TenMilliseconds],
        providers,
        handles: [thingHappened],
        env,
      },
    });
  });
} else {
  const asked = process.argv.slice(2);
  for (const [name, measure] of Object.entries(measurements)) {
    if (asked.length === 0 || asked.includes(name)) {
      await measure();
    }
  }
}

/** What the starter set for this process; all else has production's defaults. */
function eventSettings(): Record<string, string> {
  const pending = process.env['EVENT_MAX_ACK_PENDING'];
  return pending === undefined ? {} : { EVENT_MAX_ACK_PENDING: pending };
}
