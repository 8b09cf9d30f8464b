import { describe, expect, it } from '@jest/globals';
import { FakeClock } from './fake-clock.ts';

describe('fake clock', () => {
  it('stands still until it is moved', () => {
    const clock = new FakeClock(new Date('2027-03-28T00:59:00Z'));
    clock.advance(61_000);
    expect(clock.now().toISOString()).toBe('2027-03-28T01:00:01.000Z');
    expect(clock.monotonicMs()).toBe(61_000);
    clock.set(new Date('2020-01-01T00:00:00Z'));
    expect(clock.now().toISOString()).toBe('2020-01-01T00:00:00.000Z');
    expect(clock.monotonicMs()).toBe(61_000);
  });

  it('wakes those whose time has come, in order, and those whose signal is aborted', async () => {
    const clock = new FakeClock();
    const woken: string[] = [];
    const stop = new AbortController();
    const sleepers = [
      clock.delay(200).then(() => woken.push('later')),
      clock.delay(100).then(() => woken.push('sooner')),
      clock.delay(10_000, stop.signal).then(() => woken.push('stopped')),
    ];
    expect(clock.waiting).toBe(3);
    clock.advance(99);
    await Promise.resolve();
    expect(woken).toEqual([]);
    clock.advance(101);
    await Promise.all(sleepers.slice(0, 2));
    expect(woken).toEqual(['sooner', 'later']);
    stop.abort();
    await Promise.all(sleepers);
    expect(clock.waiting).toBe(0);
  });
});
