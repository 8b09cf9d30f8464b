import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { clockIn, dayIn } from './month-grid.ts';
import { momentOf, typedMoment } from './zoned-time.ts';

const at = (date: string, time: string, zone: string) => momentOf(Temporal, date, time, zone);

describe('a local time as an instant', () => {
  it('uses the offset of that day in that zone', () => {
    expect(at('2026-11-20', '10:00', 'America/New_York').instant).toBe('2026-11-20T15:00:00Z');
    expect(at('2026-07-20', '10:00', 'America/New_York').instant).toBe('2026-07-20T14:00:00Z');
    expect(at('2026-11-20', '10:00', 'Asia/Kathmandu').instant).toBe('2026-11-20T04:15:00Z');
  });
  it('moves a skipped time to the next valid minute', () => {
    // New York, 8 March 2026: 02:00 becomes 03:00.
    expect(at('2026-03-08', '02:30', 'America/New_York')).toEqual({
      instant: '2026-03-08T07:00:00Z',
      kind: 'skipped',
      clock: '03:00',
    });
    expect(at('2026-03-08', '01:59', 'America/New_York').kind).toBe('plain');
    expect(at('2026-03-08', '03:00', 'America/New_York')).toMatchObject({
      instant: '2026-03-08T07:00:00Z',
      kind: 'plain',
    });
  });
  it('takes the first of two', () => {
    // New York, 1 November 2026: 01:30 comes at -04:00 and again at -05:00.
    expect(at('2026-11-01', '01:30', 'America/New_York')).toEqual({
      instant: '2026-11-01T05:30:00Z',
      kind: 'twice',
      clock: '01:30',
    });
  });
  it('knows a gap at midnight', () => {
    // Beirut, 29 March 2026: 00:00 becomes 01:00.
    expect(at('2026-03-29', '00:15', 'Asia/Beirut')).toMatchObject({ kind: 'skipped', clock: '01:00' });
  });
  it('is none while a field is empty or the year has too many digits', () => {
    const typed = (date: string, time: string) => typedMoment(Temporal, date, time, 'UTC')?.instant ?? null;
    expect(typed('2026-11-20', '10:00')).toBe('2026-11-20T10:00:00Z');
    expect(typed('', '10:00')).toBeNull();
    expect(typed('2026-11-20', '')).toBeNull();
    expect(typed('20261-11-20', '10:00')).toBeNull();
  });
  it('comes back as the same day and clock wherever the time exists', () => {
    for (const zone of ['UTC', 'Europe/London', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Apia']) {
      for (let month = 1; month <= 12; month += 1) {
        const date = `2027-${String(month).padStart(2, '0')}-15`;
        const { instant } = at(date, '23:45', zone);
        expect([dayIn(zone, instant), clockIn(zone, instant)]).toEqual([date, '23:45']);
      }
    }
  });
});
