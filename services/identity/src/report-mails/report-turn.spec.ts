import { describe, expect, it } from '@jest/globals';
import { reportTurns } from './report-turn.ts';
import type { ReportRhythm } from './report-turn.ts';

const mondays: ReportRhythm = { frequency: 'weekly', weekday: 1, day: 1, hour: 8 };
const ends: ReportRhythm = { frequency: 'monthly', weekday: 1, day: 31, hour: 8 };
const turns = (rhythm: ReportRhythm, zone: string, now: string) => {
  const { last, next } = reportTurns(rhythm, zone, new Date(now));
  return [last.at.toISOString(), last.from, last.to, next.toISOString()];
};

describe('when a report is due', () => {
  it('is at its hour of its weekday, about the seven days before', () => {
    const former = ['2026-11-16T07:00:00.000Z', '2026-11-09', '2026-11-15', '2026-11-23T07:00:00.000Z'];
    expect(turns(mondays, 'Europe/Berlin', '2026-11-23T06:59:59Z')).toEqual(former);
    const due = ['2026-11-23T07:00:00.000Z', '2026-11-16', '2026-11-22', '2026-11-30T07:00:00.000Z'];
    expect(turns(mondays, 'Europe/Berlin', '2026-11-23T07:00:00Z')).toEqual(due);
    expect(turns({ ...mondays, weekday: 7 }, 'UTC', '2026-11-23T09:00:00Z')).toEqual([
      ...['2026-11-22T08:00:00.000Z', '2026-11-15', '2026-11-21', '2026-11-29T08:00:00.000Z'],
    ]);
  });

  it('is on the first about the month before', () => {
    expect(turns({ ...ends, day: 1 }, 'UTC', '2027-01-05T09:00:00Z')).toEqual([
      ...['2027-01-01T08:00:00.000Z', '2026-12-01', '2026-12-31', '2027-02-01T08:00:00.000Z'],
    ]);
  });

  it('is on the last day of a month that is shorter', () => {
    expect(turns(ends, 'UTC', '2027-03-01T09:00:00Z')).toEqual([
      ...['2027-02-28T08:00:00.000Z', '2027-01-31', '2027-02-27', '2027-03-31T08:00:00.000Z'],
    ]);
    expect(turns(ends, 'UTC', '2028-02-29T08:00:00Z')).toEqual([
      ...['2028-02-29T08:00:00.000Z', '2028-01-31', '2028-02-28', '2028-03-31T08:00:00.000Z'],
    ]);
  });

  it('keeps to the wall clock when the clocks change, and comes when they jump over its hour', () => {
    expect(turns(mondays, 'Europe/Berlin', '2026-10-25T12:00:00Z')[3]).toBe('2026-10-26T07:00:00.000Z');
    const atTwo = { ...mondays, weekday: 7, hour: 2 };
    expect(turns(atTwo, 'Europe/Berlin', '2027-03-27T12:00:00Z')[3]).toBe('2027-03-28T01:00:00.000Z');
  });

  it('is on the day after where a zone skips its whole date', () => {
    const fridays = { ...mondays, weekday: 5, hour: 9 };
    expect(turns(fridays, 'Pacific/Apia', '2011-12-29T12:00:00Z')[3]).toBe('2011-12-30T19:00:00.000Z');
  });

  it.each(['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'])(
    'leaves no day out and tells none twice, over two years in %s',
    (zone) => {
      for (const rhythm of [mondays, { ...mondays, weekday: 5, hour: 0 }, ends, { ...ends, day: 30, hour: 23 }]) {
        let { last, next } = reportTurns(rhythm, zone, new Date('2011-01-20T12:00:00Z'));
        while (next.getTime() < Date.UTC(2013, 0, 1)) {
          const then = reportTurns(rhythm, zone, next);
          expect(then.last.at).toEqual(next);
          expect(then.next.getTime()).toBeGreaterThan(next.getTime());
          expect(Date.parse(then.last.from) - Date.parse(last.to)).toBe(86_400_000);
          ({ last, next } = then);
        }
      }
    },
  );
});
