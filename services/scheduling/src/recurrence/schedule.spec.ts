import { describe, expect, it } from '@jest/globals';
import { Random } from '@postloom/chassis';
import { beginsAt, leadMs } from './schedule.ts';

const MINUTE_MS = 60_000;

describe('the beginning of a slot', () => {
  const random = new Random();
  const ids = Array.from({ length: 10_000 }, () => random.uuidv7());
  const nine = new Date('2027-01-01T09:00:00Z');

  it('spreads ten thousand schedules of nine o’clock over 50 minutes', () => {
    const perSecond = new Map<number, number>();
    for (const id of ids) {
      const second = Math.floor(beginsAt(id, nine).getTime() / 1_000);
      perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
    }
    // 3.3 a second on average; of a Poisson distribution more than 20 in any of 3,000 seconds is a chance of one in a million.
    expect(Math.max(...perSecond.values())).toBeLessThanOrEqual(20);
    expect(perSecond.size).toBeGreaterThan(2_500);
  });

  it('is 10 to 60 minutes before it is due, and the same for each slot of a schedule', () => {
    for (const id of ids) {
      expect(leadMs(id)).toBeGreaterThanOrEqual(10 * MINUTE_MS);
      expect(leadMs(id)).toBeLessThanOrEqual(60 * MINUTE_MS);
    }
    expect(beginsAt('018f0000-0000-7000-8000-000000000000', nine)).toEqual(new Date('2027-01-01T08:50:00Z'));
    expect(beginsAt('018f0000-0000-7000-8000-0000ffffffff', nine)).toEqual(new Date('2027-01-01T08:00:00.001Z'));
  });
});
