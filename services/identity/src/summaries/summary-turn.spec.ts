import { describe, expect, it } from '@jest/globals';
import { summaryTurn } from './summary-turn.ts';

/** Due at 8:00 and at 8:59. */
const early = '00000000-0000-4000-8000-000000000000';
const late = '00000000-0000-4000-8000-00000000003b';
const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'];

const turn = (id: string, zone: string, now: string) => {
  const { monday, next } = summaryTurn(id, zone, new Date(now));
  return [monday, next.toISOString()];
};

describe('when a summary is due', () => {
  it('is on Monday from eight on, by the clock of its reader, each person in their own minute', () => {
    expect(turn(early, 'Europe/Berlin', '2026-11-23T06:59:59Z')).toEqual([null, '2026-11-23T07:00:00.000Z']);
    expect(turn(early, 'Europe/Berlin', '2026-11-23T07:00:00Z')).toEqual(['2026-11-23', '2026-11-30T07:00:00.000Z']);
    expect(turn(late, 'Europe/Berlin', '2026-11-23T07:58:59Z')).toEqual([null, '2026-11-23T07:59:00.000Z']);
    expect(turn(late, 'Europe/Berlin', '2026-11-23T07:59:00Z')).toEqual(['2026-11-23', '2026-11-30T07:59:00.000Z']);
    expect(turn(early, 'Asia/Kathmandu', '2026-11-23T02:15:00Z')).toEqual(['2026-11-23', '2026-11-30T02:15:00.000Z']);
  });

  it('is until the end of Monday, when it was held up', () => {
    expect(turn(early, 'UTC', '2026-11-23T23:59:59Z')).toEqual(['2026-11-23', '2026-11-30T08:00:00.000Z']);
    expect(turn(early, 'UTC', '2026-11-24T00:00:00Z')).toEqual([null, '2026-11-30T08:00:00.000Z']);
  });

  it('keeps to eight on the wall clock when the clocks change', () => {
    expect(turn(early, 'Europe/Berlin', '2026-10-19T12:00:00Z')).toEqual(['2026-10-19', '2026-10-26T07:00:00.000Z']);
    expect(turn(early, 'Europe/Berlin', '2027-03-22T12:00:00Z')).toEqual(['2027-03-22', '2027-03-29T06:00:00.000Z']);
  });

  it.each(zones)('is once in each week of a year in %s, always on its Monday, and the next is never past', (zone) => {
    const wall = new Intl.DateTimeFormat('en-CA', {
      ...{ timeZone: zone, weekday: 'short', year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    });
    const mondays: string[] = [];
    let at = Date.UTC(2011, 5, 1);
    while (at < Date.UTC(2012, 5, 1)) {
      const { monday, next } = summaryTurn(late, zone, new Date(at));
      expect(next.getTime()).toBeGreaterThan(at);
      if (monday !== null) {
        const parts = Object.fromEntries(wall.formatToParts(at).map(({ type, value }) => [type, value]));
        expect([parts['weekday'], `${parts['year']}-${parts['month']}-${parts['day']}`]).toEqual(['Mon', monday]);
        expect(`${parts['hour']}:${parts['minute']}`).toBe('08:59');
        mondays.push(monday);
      }
      at = next.getTime();
    }
    expect(new Set(mondays).size).toBe(mondays.length);
    expect(mondays).toHaveLength(52);
  });
});
