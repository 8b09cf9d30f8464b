/** Figures of messaging on this machine; not part of the test run: the README says how to start it. */
import { Controller } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defineRpc } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { caller, eventually, testDatabase, testNats, testService } from '@postloom/testing';
import type { TestNats, TestService } from '@postloom/testing';
import { z } from 'zod';
import { On } from '../events/on.decorator.ts';
import { Rpc } from '../rpc/rpc.ts';
import { migrations, thingHappened } from './effects.ts';
import { EffectsRepository } from './effects.repository.ts';
import { counts, startTelling, tell, unpublished } from './world.ts';

const nothing = defineRpc('rpc.scheduling.measure.nothing.v1', {
  input: z.strictObject({}),
  output: z.strictObject({}),
});
const arrivals = new Map<number, number>();

@Controller()
class MeasuredController {
  constructor(private readonly effects: EffectsRepository) {}

  @Rpc(nothing)
  nothing(): Record<string, never> {
    return {};
  }

  @On(thingHappened)
  async count(event: EventEnvelope<DataOf<typeof thingHappened>>, tx: Tx): Promise<void> {
    await this.effects.add(tx, 'count', event.id, event.data.n);
    tx.afterCommit(() => void arrivals.set(event.data.n, performance.now()));
  }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const quantile = (values: number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;

describe('figures', () => {
  let nats: TestNats;
  let media: TestService;
  let scheduling: TestService;

  beforeAll(async () => {
    nats = await testNats();
    media = await startTelling({ nats, env: { FEED_EVERY_MS: '20000', RELAY_EVERY_MS: '500' } });
    scheduling = await testService({
      service: 'scheduling',
      nats,
      database: await testDatabase('scheduling', migrations),
      migrations,
      controllers: [MeasuredController],
      providers: [EffectsRepository],
      serves: [nothing],
      handles: [thingHappened],
      env: { RPC_CHECK_OUTPUT: 'off', FEED_EVERY_MS: '20000' },
    });
  });

  afterAll(async () => {
    await media.close();
    await scheduling.close();
    await nats.stop();
  });

  it.each([1, 16, 64])('rpc, %d at a time, client and server in one process', async (width) => {
    const rpc = scheduling.client;
    const user = caller();
    const one = async (until: number, took: number[]): Promise<void> => {
      while (performance.now() < until) {
        const from = performance.now();
        await rpc.call(nothing, {}, user);
        took.push(performance.now() - from);
      }
    };
    await Promise.all(Array.from({ length: width }, () => one(performance.now() + 1_000, [])));
    const took: number[] = [];
    const from = performance.now();
    await Promise.all(Array.from({ length: width }, () => one(from + 3_000, took)));
    const seconds = (performance.now() - from) / 1_000;
    say(
      `rpc x${width}: ${Math.round(took.length / seconds)} calls/s, p50 ${quantile(took, 0.5).toFixed(2)} ms, p99 ${quantile(took, 0.99).toFixed(2)} ms`,
    );
    expect(took.length).toBeGreaterThan(0);
  });

  it('from commit to committed effect, one event at a time', async () => {
    const took: number[] = [];
    for (let n = 100_000; n < 100_300; n += 1) {
      await media
        .get(Uow)
        .run(Scope.global(), (tx) =>
          tx.emit(thingHappened, { businessId: null, entityId: 'x', version: 1, data: { n, how: 'well' } }),
        );
      const committedAt = performance.now();
      const at = await eventually(
        'it has come',
        () => {
          const found = arrivals.get(n);
          if (found === undefined) {
            throw new Error('not yet');
          }
          return found;
        },
        { everyMs: 5 },
      );
      took.push(at - committedAt);
    }
    say(
      `commit to effect: p50 ${quantile(took, 0.5).toFixed(1)} ms, p95 ${quantile(took, 0.95).toFixed(1)} ms, p99 ${quantile(took, 0.99).toFixed(1)} ms`,
    );
  });

  it('5,000 events', async () => {
    const from = performance.now();
    for (let n = 0; n < 5_000; n += 250) {
      await tell(media, n, 250);
    }
    await eventually('published', async () => expect(await unpublished(media)).toBe(0), { timeoutMs: 60_000 });
    const published = performance.now();
    await eventually('handled', async () => expect((await counts(scheduling, 'count')).rows).toBe(5_300), {
      timeoutMs: 60_000,
    });
    const handled = performance.now();
    say(
      `relay: ${Math.round(5_000 / ((published - from) / 1_000))} events/s; whole way: ${Math.round(5_000 / ((handled - from) / 1_000))} events/s`,
    );
  });
});
