import { describe, expect, it } from '@jest/globals';
import { MAX_TRIES, pauseAfter } from './revocation.ts';

describe('a revocation that the platform does not take', () => {
  it('is tried soon at first, over days in all, and a bounded number of times', () => {
    const pauses = Array.from({ length: MAX_TRIES - 1 }, (_, index) => pauseAfter(index + 1) ?? Number.NaN);
    expect(pauses[0]).toBe(60);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    const days = pauses.reduce((sum, seconds) => sum + seconds, 0) / 86_400;
    expect(days).toBeGreaterThan(3);
    expect(days).toBeLessThan(5);
    expect(pauseAfter(MAX_TRIES)).toBeNull();
    expect(pauseAfter(MAX_TRIES + 1)).toBeNull();
  });
});
