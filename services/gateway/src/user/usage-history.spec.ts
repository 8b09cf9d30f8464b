import { describe, expect, it } from '@jest/globals';
import { UserUsageHistory } from '@postloom/contracts';
import { usageHistory } from './usage-history.ts';

const month = (number: number) => new Date(Date.UTC(2025, number, 15)).toISOString();

describe('usageHistory', () => {
  it('puts the owners’ figures of a period together, newest first', () => {
    const answer = usageHistory({
      posts: {
        periods: [
          { periodStart: month(3), used: 5 },
          { periodStart: month(1), used: 2 },
        ],
      },
      captions: {
        periods: [
          { periodStart: month(3), used: 9 },
          { periodStart: month(2), used: 1 },
        ],
      },
    });
    expect(UserUsageHistory.parse(answer)).toEqual({
      periods: [
        { periodStart: month(3), posts: 5, captions: 9 },
        { periodStart: month(2), posts: 0, captions: 1 },
        { periodStart: month(1), posts: 2, captions: 0 },
      ],
    });
  });

  it('has twelve periods at most, and leaves open what nobody answered, instead of calling it 0', () => {
    const periods = Array.from({ length: 12 }, (_, index) => ({ periodStart: month(20 - index), used: 1 }));
    const answer = usageHistory({ posts: { periods }, captions: { periods: [{ periodStart: month(21), used: 3 }] } });
    expect(answer.periods).toHaveLength(12);
    expect(answer.periods[0]).toEqual({ periodStart: month(21), posts: 0, captions: 3 });
    expect(usageHistory({ posts: null, captions: { periods: [{ periodStart: month(2), used: 4 }] } }).periods).toEqual([
      { periodStart: month(2), posts: null, captions: 4 },
    ]);
    expect(usageHistory({ posts: null, captions: { periods: [] } })).toEqual({ periods: [], unavailable: ['posts'] });
  });
});
