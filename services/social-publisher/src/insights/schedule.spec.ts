import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextReading, spreadOf } from './schedule.ts';

const published = new Date('2026-11-02T09:00:00Z');
const after = (hours: number): Date => new Date(published.getTime() + hours * 3_600_000);

describe('the readings of a post', () => {
  it('are 1, 6 and 24 hours after it, then daily to day 30, and none after that', () => {
    const hours: number[] = [];
    for (let at = nextReading(published, published, 0); at !== null; at = nextReading(published, at, 0)) {
      hours.push((at.getTime() - published.getTime()) / 3_600_000);
    }
    expect(hours.slice(0, 5)).toEqual([1, 6, 24, 48, 72]);
    expect(hours).toHaveLength(32);
    expect(hours.at(-1)).toBe(30 * 24);
  });

  it('follow one after the other, whatever the spread, and are never more than three hours late', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 0, max: 800 }), (spread, hours) => {
        const [early, late] = [nextReading(published, after(hours), 0), nextReading(published, after(hours), spread)];
        if (early === null) {
          return late === null || late.getTime() - after(720).getTime() <= 3 * 3_600_000;
        }
        return late !== null && late > after(hours) && late.getTime() - early.getTime() <= 24 * 3_600_000;
      }),
    );
  });

  it('are never made twice, also when the spread ends in a part of a millisecond', () => {
    expect(nextReading(published, after(168), 1.130710340172906e-11)).toEqual(after(192));
  });

  it('after a standstill go on with the next one', () => {
    expect(nextReading(published, after(100), 0)).toEqual(after(120));
  });

  it('of posts that went out together are spread', () => {
    const times = Array.from({ length: 200 }, () =>
      nextReading(published, after(28), spreadOf(randomUUID()))?.getTime(),
    );
    const minutes = times.map((time) => Math.floor(((time ?? 0) - after(48).getTime()) / 60_000));
    expect(Math.min(...minutes)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...minutes)).toBeLessThan(180);
    expect(new Set(minutes.map((minute) => Math.floor(minute / 30))).size).toBe(6);
  });
});
