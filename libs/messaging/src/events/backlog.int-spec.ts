/** F27, F28: a broker without disk, and a consumer that was away for long. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { eventually, testNats } from '@postloom/testing';
import { figure, scaled, Storm } from '../testing/storm.ts';
import { counts, unpublished } from '../testing/world.ts';

jest.setTimeout(scaled(1_800_000, 240_000));

let storm: Storm;
afterEach(() => storm.end());

describe('a broker whose disk is full (F27)', () => {
  it('the outbox grows, the feed brings the effects all the same, and it drains when there is room', async () => {
    const nats = await testNats({ maxFileStore: '64KB' });
    storm = await Storm.start({}, nats);
    const events = scaled(5_000, 800);
    await storm.tell(events);
    for (const handler of ['count', 'second']) {
      await eventually(
        'the feed has brought what the broker could not take',
        async () => expect((await counts(storm.scheduling, handler)).rows).toBe(events),
        { timeoutMs: 180_000, everyMs: 100 },
      );
    }
    const waiting = await unpublished(storm.media);
    expect(waiting).toBeGreaterThan(events / 2);
    await nats.grow('256MB');
    const from = performance.now();
    await eventually('the outbox is drained', async () => expect(await unpublished(storm.media)).toBe(0), {
      timeoutMs: 120_000,
      everyMs: 50,
    });
    const drained = (performance.now() - from) / 1_000;
    await storm.allEffective(60_000);
    figure(
      `F27: JetStream full after ${events - waiting} of ${events} events: outbox grew to ${waiting}, every effect came by the feed, ` +
        `lost 0, doubled 0; drained ${drained.toFixed(1)} s after there was room`,
    );
  });
});

describe('a consumer that was off (F28)', () => {
  it('catches up with everything, and the telling service stays quick meanwhile', async () => {
    storm = await Storm.start();
    const events = scaled(100_000, 4_000);
    await storm.whileNobodyListens(async () => {
      await storm.tell(events, 1_000);
      await eventually('all are in the stream', async () => expect(await unpublished(storm.media)).toBe(0), {
        timeoutMs: scaled(600_000, 120_000),
        everyMs: 100,
      });
    });
    const drain = new AbortController();
    const took: number[] = [];
    const asking = (async () => {
      while (!drain.signal.aborted) {
        const from = performance.now();
        await unpublished(storm.media);
        took.push(performance.now() - from);
        await wait(20);
      }
    })();
    const seconds = await storm.allEffective(scaled(1_200_000, 180_000)).finally(() => drain.abort());
    await asking;
    took.sort((a, b) => a - b);
    const p95 = took[Math.floor(took.length * 0.95)] ?? Number.NaN;
    figure(
      `F28: ${events} events for two handlers after a time off: ${seconds.toFixed(1)} s, ${Math.round(events / seconds)} events/s ` +
        `(${Math.round((2 * events) / seconds)} effects/s), lost 0; a read of the telling service meanwhile p95 ${p95.toFixed(0)} ms`,
    );
    expect(events / seconds).toBeGreaterThan(20);
  });
});
