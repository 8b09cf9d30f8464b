/** One business tells far more than a process holds, beside businesses that tell little. */
import { setTimeout as wait } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { jetstream } from '@nats-io/jetstream';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { asAdmin, envelope, eventually, testDatabase, testNats, testService } from '@postloom/testing';
import type { TestDatabase, TestNats, TestService } from '@postloom/testing';
import { EffectsRepository } from '../testing/effects.repository.ts';
import { migrations, thingHappened } from '../testing/effects.ts';
import { fastEnvironment } from '../testing/world.ts';
import { On } from './on.decorator.ts';

const order: number[] = [];

@Controller()
class FiveMilliseconds {
  constructor(private readonly effects: EffectsRepository) {}

  @On(thingHappened)
  async count(event: EventEnvelope<DataOf<typeof thingHappened>>, tx: Tx): Promise<void> {
    await wait(5);
    await this.effects.add(tx, 'count', event.id, event.data.n);
    tx.afterCommit(() => void order.push(event.data.n));
  }
}

describe('a flood of events of one business', () => {
  let nats: TestNats;
  let database: TestDatabase;
  let pod: TestService;

  beforeAll(async () => {
    [nats, database] = await Promise.all([testNats(), testDatabase('scheduling', migrations)]);
    pod = await testService({
      ...{ service: 'scheduling', nats, database, migrations, controllers: [FiveMilliseconds] },
      ...{
        providers: [EffectsRepository],
        handles: [thingHappened],
        env: { ...fastEnvironment, EVENT_MAX_ACK_PENDING: '100' },
      },
    });
  });
  afterAll(async () => {
    await pod.close();
    await database.drop();
    await nats.stop();
  });

  it('lets the events of the others through, and has each effect exactly once', async () => {
    const [flood, quiet] = [1_500, 20];
    const client = jetstream(await nats.connection());
    const publish = (businessId: string, n: number) => {
      const event = envelope(thingHappened, { businessId, data: { n, how: 'well' } });
      return client.publish(event.subject, JSON.stringify(event), { msgID: event.id, timeout: 30_000 });
    };
    const noisy = randomUUID();
    await Promise.all(Array.from({ length: flood }, (_, n) => publish(noisy, n)));
    await Promise.all(Array.from({ length: quiet }, (_, n) => publish(randomUUID(), flood + n)));
    const isQuiet = (n: number): boolean => n >= flood;
    await eventually('all are handled', () => Promise.resolve(expect(order).toHaveLength(flood + quiet)), {
      timeoutMs: 60_000,
    });
    // The stream brings the quiet ones last: without turns beyond what a process holds, 1,400 of the flood are handled before them.
    expect(order.findLastIndex(isQuiet)).toBeLessThan(800);
    const [row] = await asAdmin<{ rows: number; events: number; open: number }>(
      database,
      `SELECT count(*)::int AS rows, count(DISTINCT n)::int AS events,
         (SELECT count(*)::int FROM scheduling.inbox WHERE state <> 'done') AS open FROM scheduling.effects`,
    );
    expect(row).toEqual({ rows: flood + quiet, events: flood + quiet, open: 0 });
  });
});
