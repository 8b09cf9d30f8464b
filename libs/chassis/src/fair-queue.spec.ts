import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FairQueue } from './fair-queue.ts';
import { metricsText } from './metrics.ts';

const roomy = { name: 'pictures', waiting: 1_000, waitingPerKey: 1_000 };

/** A queue whose work ends when the test says so. `begun` has the keys in the order in which their work began. */
function driven(settings: ConstructorParameters<typeof FairQueue>[0]) {
  const queue = new FairQueue(settings);
  const begun: string[] = [];
  const running: { key: string; end: () => void }[] = [];
  const submit = (key: string, label = key, turn = {}): Promise<void> =>
    queue.run(
      key,
      () =>
        new Promise<void>((resolve) => {
          begun.push(label);
          running.push({ key, end: resolve });
        }),
      turn,
    );
  /** Ends the piece of work that has been running longest. */
  const end = async (): Promise<void> => {
    running.shift()?.end();
    await settled();
  };
  return { queue, begun, running, submit, end };
}
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('FairQueue', () => {
  it('lets keys take turns, and a flood costs a newcomer one piece of work', async () => {
    const { submit, begun, end } = driven({ ...roomy, slots: 1, slotsPerKey: 1 });
    for (const key of ['flood', 'flood', 'flood', 'flood', 'a', 'b', 'a']) {
      void submit(key);
    }
    for (let i = 0; i < 7; i += 1) {
      await end();
    }
    expect(begun).toEqual(['flood', 'flood', 'a', 'b', 'flood', 'a', 'flood']);
  });

  it('keeps its promises for any arrivals and any order of ends', async () => {
    const step = fc.oneof(fc.record({ arrive: fc.constantFrom('a', 'b', 'c', 'd') }), fc.record({ end: fc.nat(10) }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 80 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        async (steps, slots, perKey) => {
          const slotsPerKey = Math.min(slots, perKey);
          const { queue, submit, begun, running } = driven({ ...roomy, slots, slotsPerKey });
          const submitted: string[] = [];
          const count = (list: readonly string[], key: string) => list.filter((one) => one[0] === key).length;
          const waitingOf = (key: string) => count(submitted, key) - count(begun, key);
          const runningOf = (key: string) => running.filter((one) => one.key === key).length;
          /** Per key: whose turn it was while it waited and could have run. */
          const passedBy = new Map<string, string[]>();
          for (const one of steps) {
            const before = begun.length;
            const couldRun = ['a', 'b', 'c', 'd'].filter((key) => waitingOf(key) > 0 && runningOf(key) < slotsPerKey);
            if ('arrive' in one) {
              const label = `${one.arrive}${count(submitted, one.arrive)}`;
              submitted.push(label);
              void submit(one.arrive, label);
            } else if (running.length > 0) {
              running.splice(one.end % running.length, 1)[0]?.end();
            }
            await settled();
            expect(running.length).toBeLessThanOrEqual(slots);
            for (const key of ['a', 'b', 'c', 'd']) {
              expect(runningOf(key)).toBeLessThanOrEqual(slotsPerKey);
              // First come, first served within a key.
              const labels = begun.filter((label) => label[0] === key);
              expect(labels).toEqual(labels.map((_, index) => `${key}${index}`));
              // Nothing that may run waits while a slot is free.
              expect(waitingOf(key) > 0 && runningOf(key) < slotsPerKey && running.length < slots).toBe(false);
            }
            for (const label of begun.slice(before)) {
              const key = label[0] ?? '';
              passedBy.delete(key);
              for (const other of couldRun.filter((waiting) => waiting !== key)) {
                const passed = [...(passedBy.get(other) ?? []), key];
                // Nobody gets a second turn while another who could run waits for its first.
                expect(new Set(passed).size).toBe(passed.length);
                passedBy.set(other, passed);
              }
            }
          }
          while (running.length > 0) {
            running.shift()?.end();
            await settled();
          }
          expect([begun.length, queue.length]).toEqual([submitted.length, 0]);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('refuses what has no room, of one key and of all, with the time to come back', async () => {
    const { submit, queue } = driven({ name: 'pictures', slots: 1, slotsPerKey: 1, waiting: 3, waitingPerKey: 2 });
    const refused = {
      code: 'unavailable',
      message: 'Too many pictures are waiting at this moment. Please try again in 10 seconds.',
      retryAfterSeconds: 10,
    };
    for (const key of ['a', 'a', 'a']) {
      void submit(key);
    }
    await expect(submit('a')).rejects.toMatchObject(refused);
    void submit('b');
    await expect(submit('c')).rejects.toMatchObject(refused);
    void submit('a', 'internal', { isInternal: true });
    expect(queue.length).toBe(4);
  });

  it('shows what it has, what is taken and what waits, and counts what it refuses, from the beginning', async () => {
    const settings = { name: 'scales', slots: 10, slotsPerKey: 10, waiting: 1, waitingPerKey: 1 };
    const shown = async (): Promise<Record<string, number>> =>
      Object.fromEntries(
        [...(await metricsText()).matchAll(/^postloom_queue_(\w+)\{queue="scales"\} (\S+)$/gm)].map(
          ([, name = '', value]) => [name, Number(value)],
        ),
      );
    const { submit, end } = driven(settings);
    expect(await shown()).toEqual({ slots_count: 10, taken_count: 0, waiting_count: 0, refused_total: 0 });
    void submit('a', 'a6', { weight: 6 });
    const late = submit('b', 'b6', { weight: 6, waitMs: 1 });
    await expect(submit('c')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await shown()).toEqual({ slots_count: 10, taken_count: 6, waiting_count: 1, refused_total: 1 });
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    void submit('b', 'b5', { weight: 5 });
    // One of the same name: the queue of another provider.
    void driven(settings).submit('a', 'a4', { weight: 4 });
    expect(await shown()).toEqual({ slots_count: 20, taken_count: 10, waiting_count: 1, refused_total: 2 });
    await end();
    await end();
    expect(await shown()).toEqual({ slots_count: 20, taken_count: 4, waiting_count: 0, refused_total: 2 });
  });

  it("puts internal work ahead of the key's own", async () => {
    const { submit, begun, end } = driven({ ...roomy, slots: 1, slotsPerKey: 1 });
    void submit('a', 'a0');
    void submit('a', 'a1');
    void submit('a', 'derive', { isInternal: true });
    await settled();
    await end();
    await end();
    expect(begun).toEqual(['a0', 'derive', 'a1']);
  });

  it('lets a caller go who waits too long or gives up, and works on', async () => {
    const { submit, begun, end, queue } = driven({ ...roomy, slots: 1, slotsPerKey: 1 });
    void submit('a');
    const caller = new AbortController();
    const [gone, late] = [submit('b', 'b', { signal: caller.signal }), submit('c', 'c', { waitMs: 1 })];
    void submit('d');
    caller.abort(new Error('left'));
    await expect(gone).rejects.toThrow('left');
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    await expect(submit('e', 'e', { signal: caller.signal })).rejects.toThrow('left');
    await end();
    expect([begun, queue.length]).toEqual([['a', 'd'], 0]);
  });

  describe('of work with weights', () => {
    const scales = { ...roomy, slots: 10, slotsPerKey: 6 };

    it('lets run what weighs no more than there is, of all keys and of one', async () => {
      const { submit, begun, end } = driven(scales);
      for (const [key, weight] of [
        ['a', 4],
        ['a', 3],
        ['b', 5],
        ['c', 2],
      ] as const) {
        void submit(key, `${key}${weight}`, { weight });
      }
      await settled();
      // a3 exceeds the share of its key, c2 what is left for everybody.
      expect(begun).toEqual(['a4', 'b5']);
      await end();
      expect(begun).toEqual(['a4', 'b5', 'a3', 'c2']);
    });

    it('lets nothing light pass what is heavy, nor slip past a full queue', async () => {
      const { submit, begun, end } = driven({ ...scales, waiting: 2 });
      void submit('a', 'a6', { weight: 6 });
      void submit('b', 'b6', { weight: 6 });
      void submit('c', 'c1', { weight: 1 });
      await expect(submit('d', 'd1', { weight: 1 })).rejects.toMatchObject({ code: 'unavailable' });
      expect(begun).toEqual(['a6']);
      await end();
      expect(begun).toEqual(['a6', 'b6', 'c1']);
    });

    it('goes on when the heavy one in front gives up', async () => {
      const { submit, begun } = driven(scales);
      const caller = new AbortController();
      void submit('a', 'a6', { weight: 6 });
      const heavy = submit('b', 'b6', { weight: 6, signal: caller.signal });
      void submit('c', 'c1', { weight: 1 });
      caller.abort(new Error('left'));
      await expect(heavy).rejects.toThrow('left');
      expect(begun).toEqual(['a6', 'c1']);
    });

    it('gives what is too heavy all that a key may have', async () => {
      const { submit, begun, end } = driven(scales);
      void submit('a', 'a1', { weight: 1 });
      void submit('a', 'a99', { weight: 99 });
      void submit('b', 'b4', { weight: 4 });
      await settled();
      expect(begun).toEqual(['a1', 'b4']);
      await end();
      expect(begun).toEqual(['a1', 'b4', 'a99']);
    });

    it('takes back what is held when it is left, once', async () => {
      const queue = new FairQueue(scales);
      const leave = await queue.enter('a', { weight: 6 });
      const next = queue.enter('a', { weight: 6 });
      const last = queue.enter('a', { weight: 6, waitMs: 1 });
      leave();
      leave();
      await next;
      await expect(last).rejects.toMatchObject({ code: 'unavailable' });
    });
  });

  it('frees the slot of work that failed', async () => {
    const queue = new FairQueue({ ...roomy, slots: 1, slotsPerKey: 1 });
    await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await queue.run('a', () => Promise.resolve(1))).toBe(1);
  });
});
