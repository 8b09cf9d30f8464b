import { describe, expect, it } from '@jest/globals';
import { InFlight, Limiter } from './in-flight.ts';

const gate = (): { readonly opened: Promise<void>; open: () => void } => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
};

describe('work under way', () => {
  it('is waited for, also when it fails', async () => {
    const work = new InFlight();
    const first = gate();
    let isOver = false;
    const tracked = work.track(first.opened.then(() => Promise.reject(new Error('broken'))));
    const ended = work.ended().then(() => {
      isOver = true;
    });
    await Promise.resolve();
    expect(isOver).toBe(false);
    first.open();
    await expect(tracked).rejects.toThrow('broken');
    await ended;
    expect(work.size).toBe(0);
  });

  it('never exceeds its limit, and comes in order', async () => {
    const limiter = new Limiter(2);
    const gates = [gate(), gate(), gate(), gate()];
    const begun: number[] = [];
    const runs = gates.map((each, index) =>
      limiter.run(async () => {
        begun.push(index);
        await each.opened;
      }),
    );
    await Promise.resolve();
    expect(begun).toEqual([0, 1]);
    gates[1]?.open();
    await runs[1];
    expect(begun).toEqual([0, 1, 2]);
    for (const each of gates) {
      each.open();
    }
    await Promise.all(runs);
    expect(begun).toEqual([0, 1, 2, 3]);
  });
});
