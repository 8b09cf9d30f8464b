import { describe, expect, it } from '@jest/globals';
import { AppError } from '@postloom/contracts';
import { FailureMemory, isPassing, MAX_TRIES, retryPauseMs } from './retry-rules.ts';

describe('retry rules', () => {
  it('pause 1 s, 2 s, 4 s … and never more than 5 min', () => {
    expect([1, 2, 3, 8, 9, 10, 50].map((tries) => retryPauseMs(tries, 1_000))).toEqual([
      1_000, 2_000, 4_000, 128_000, 256_000, 300_000, 300_000,
    ]);
  });

  it('count what the handler does wrong, not what was away', () => {
    const memory = new FailureMemory(1_000);
    for (let i = 0; i < 20; i += 1) {
      expect(memory.failed('a', 0, false).tries).toBe(0);
    }
    for (let i = 1; i <= MAX_TRIES; i += 1) {
      expect(memory.failed('a', 0, true).tries).toBe(i);
    }
    memory.forget('a');
    expect(memory.failed('a', 0, true)).toEqual({ tries: 1, pauseMs: 1_000 });
  });

  it('let an event rest until its pause is over', () => {
    const memory = new FailureMemory(1_000);
    memory.failed('a', 5_000, true);
    expect(memory.isResting('a', 5_999)).toBe(true);
    expect(memory.isResting('a', 6_000)).toBe(false);
    expect(memory.isResting('b', 5_000)).toBe(false);
  });

  it('know which failures pass', () => {
    expect(isPassing(new AppError('unavailable'))).toBe(true);
    expect(isPassing(new AppError('conflict'))).toBe(true);
    expect(isPassing(new AppError('not_found'))).toBe(false);
    expect(isPassing(new Error('unavailable'))).toBe(false);
  });
});
