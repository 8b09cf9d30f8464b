import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RateLimiter } from './rate-limit.ts';

describe('RateLimiter', () => {
  it('lets a burst through, then as many as come back, and says when', () => {
    const limiter = new RateLimiter({ capacity: 3, perSecond: 2 }, 10);
    expect([1, 2, 3].map(() => limiter.take('a', 0))).toEqual([0, 0, 0]);
    expect(limiter.take('a', 0)).toBe(1);
    expect(limiter.take('a', 500)).toBe(0);
    expect(limiter.take('a', 500)).toBe(1);
    expect(limiter.take('b', 500)).toBe(0);
  });

  it('answers the seconds after which it will work', () => {
    const limiter = new RateLimiter({ capacity: 1, perSecond: 0.1 }, 10);
    limiter.take('a', 0);
    const wait = limiter.take('a', 0);
    expect(wait).toBe(10);
    expect(limiter.take('a', wait * 1_000 - 1)).toBeGreaterThan(0);
    expect(limiter.take('a', wait * 1_000)).toBe(0);
  });

  it('never lets more through than the burst and what came back, and never saves up more than a burst', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 200 }), (pauses) => {
        const limiter = new RateLimiter({ capacity: 5, perSecond: 2 }, 10);
        let now = 0;
        let passed = 0;
        for (const pause of pauses) {
          now += pause;
          passed += limiter.take('a', now) === 0 ? 1 : 0;
        }
        expect(passed).toBeLessThanOrEqual(5 + Math.ceil((now / 1_000) * 2));
      }),
    );
  });

  it('forgets who was idle longest when there are too many, not who is busy', () => {
    const limiter = new RateLimiter({ capacity: 1, perSecond: 0.001 }, 2);
    expect(limiter.take('busy', 0)).toBe(0);
    for (let index = 0; index < 10; index += 1) {
      limiter.take(`other ${index}`, index);
      expect(limiter.take('busy', index)).toBeGreaterThan(0);
    }
    expect(limiter.take('other 0', 11)).toBe(0);
  });
});
