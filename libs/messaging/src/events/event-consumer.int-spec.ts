/** One process that gets nowhere beside seven that do: what it holds is bounded, so the others get the rest. */
import { Controller, Injectable } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { jetstream } from '@nats-io/jetstream';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { asAdmin, envelope, eventually, testDatabase, testNats, testService } from '@postloom/testing';
import type { TestDatabase, TestNats, TestService } from '@postloom/testing';
import { EffectsRepository } from '../testing/effects.repository.ts';
import { migrations, thingHappened } from '../testing/effects.ts';
import { fastEnvironment } from '../testing/world.ts';
import { HELD_PER_RUN } from './event-consumer.ts';
import { On } from './on.decorator.ts';

const CONCURRENCY = 4;
const EVENTS = 300;

@Injectable()
class Gate {
  open: () => void = () => undefined;
  private readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });
  arrived = 0;
  passed = 0;

  async pass(): Promise<void> {
    this.arrived += 1;
    await this.opened;
    this.passed += 1;
  }
}

@Controller()
class BehindGate {
  constructor(
    private readonly gate: Gate,
    private readonly effects: EffectsRepository,
  ) {}

  @On(thingHappened, { concurrency: CONCURRENCY })
  async count(event: EventEnvelope<DataOf<typeof thingHappened>>, tx: Tx): Promise<void> {
    await this.gate.pass();
    await this.effects.add(tx, 'count', event.id, event.data.n);
  }
}

describe('a process whose handlers are stuck', () => {
  let nats: TestNats;
  let database: TestDatabase;
  const pods: TestService[] = [];

  async function start(gate: Gate): Promise<void> {
    pods.push(
      await testService({
        ...{ service: 'scheduling', nats, database, migrations, controllers: [BehindGate] },
        ...{
          providers: [EffectsRepository, Gate],
          handles: [thingHappened],
          overrides: [{ provide: Gate, useValue: gate }],
        },
        // The feed would bring the withheld events to the others before the test has counted them.
        env: { ...fastEnvironment, FEED_EVERY_MS: '600000' },
      }),
    );
  }

  beforeAll(async () => {
    [nats, database] = await Promise.all([testNats(), testDatabase('scheduling', migrations)]);
  });
  afterAll(async () => {
    await Promise.all(pods.map((pod) => pod.close()));
    await database.drop();
    await nats.stop();
  });

  const effects = async () => {
    const [row] = await asAdmin<{ rows: number; events: number }>(
      database,
      'SELECT count(*)::int AS rows, count(DISTINCT n)::int AS events FROM scheduling.effects',
    );
    return row;
  };

  it('withholds at most what it may hold; seven others handle the rest', async () => {
    const stuck = new Gate();
    await start(stuck);
    const client = jetstream(await nats.connection());
    const publish = async (from: number, to: number): Promise<void> => {
      await Promise.all(
        Array.from({ length: to - from }, (_, index) => {
          const event = envelope(thingHappened, { businessId: null, data: { n: from + index, how: 'well' } });
          return client.publish(event.subject, JSON.stringify(event), { msgID: event.id, timeout: 30_000 });
        }),
      );
    };
    await publish(0, EVENTS);
    await eventually('its slots are taken', () => expect(stuck.arrived).toBe(CONCURRENCY));

    const open = Array.from({ length: 7 }, () => new Gate());
    open.forEach((gate) => gate.open());
    await Promise.all(open.map((gate) => start(gate)));
    const least = EVENTS - CONCURRENCY * HELD_PER_RUN;
    await eventually('the others have handled the rest', async () => expect((await effects())?.rows).toBe(least));
    expect(stuck.passed).toBe(0);

    // The bound is one on what is held, not on what is ever taken.
    stuck.open();
    await publish(EVENTS, EVENTS + 100);
    await eventually('all are handled', async () =>
      expect(await effects()).toEqual({ rows: EVENTS + 100, events: EVENTS + 100 }),
    );
    expect(stuck.passed).toBeGreaterThanOrEqual(CONCURRENCY * HELD_PER_RUN);
  });
});
