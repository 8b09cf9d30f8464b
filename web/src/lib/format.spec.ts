import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  dayHeading,
  formatBytes,
  formatClock,
  formatDate,
  formatDay,
  formatDays,
  formatInstant,
  formatMoment,
  formatMonth,
  formatNumber,
  formatTime,
  readsTwelveHours,
  shareOf,
  weekdays,
} from './format.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('numbers', () => {
  it('have separators', () => {
    expect(formatNumber(1_234_567)).toBe('1,234,567');
  });

  it.each([
    [0, '0 Bytes'],
    [512, '512 Bytes'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [3_334_471, '3.18 MB'],
    [52_428_800, '50 MB'],
    [5_368_709_120, '5 GB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('count a share of nothing as 0 and stay within 100', () => {
    expect(shareOf(3, 0)).toBe(0);
    expect(shareOf(0, 0)).toBe(0);
    expect(shareOf(Number.NaN, 5)).toBe(0);
    expect(shareOf(9, 5)).toBe(100);
    expect(shareOf(1, 5)).toBe(20);
  });
});

describe('the clock', () => {
  it.each([
    ['en-US', true],
    ['en-AU', true],
    ['de-DE', false],
    ['en-GB', false],
    ['ja-JP', false],
    ['en-US@posix', true],
  ])('of %s has 12 hours: %s', (language, twelve) => {
    expect(readsTwelveHours(language)).toBe(twelve);
  });

  it.each([
    ['00:05', '12:05 AM', '00:05'],
    ['09:00', '9:00 AM', '09:00'],
    ['12:30', '12:30 PM', '12:30'],
    ['23:59', '11:59 PM', '23:59'],
  ])('shows %s as %s or %s', (stored, twelve, twentyFour) => {
    expect(formatClock(stored, 12)).toBe(twelve);
    expect(formatClock(stored, 24)).toBe(twentyFour);
  });
});

describe('instants', () => {
  const at = '2026-11-20T15:00:00Z';

  it('are shown in the zone asked for, which is named by its city', () => {
    expect(formatInstant(at, 'America/New_York', 12)).toBe('Fri, Nov 20, 10:00 AM New York time');
    expect(formatInstant(at, 'Europe/Berlin', 24)).toBe('Fri, Nov 20, 16:00 Berlin time');
    expect(formatInstant(at, 'Asia/Kathmandu', 12)).toBe('Fri, Nov 20, 8:45 PM Kathmandu time');
    expect(formatInstant(at, 'UTC', 24)).toBe('Fri, Nov 20, 15:00 UTC');
  });

  it('follow daylight saving time', () => {
    expect(formatTime('2026-07-20T15:00:00Z', 'America/New_York', 12)).toBe('11:00 AM');
    expect(formatTime(at, 'America/New_York', 12)).toBe('10:00 AM');
  });

  it('have a year when it is not the present one in that zone', () => {
    expect(formatMoment('2025-11-20T15:00:00Z', 'America/New_York', 12)).toBe('Thu, Nov 20, 2025, 10:00 AM');
    expect(formatMoment('2027-01-01T04:59:00Z', 'America/New_York', 12)).toBe('Thu, Dec 31, 11:59 PM');
    expect(formatMoment('2027-01-01T05:00:00Z', 'America/New_York', 12)).toBe('Fri, Jan 1, 2027, 12:00 AM');
  });

  it('are a date where the time does not matter', () => {
    expect(formatDate('2026-11-20T02:00:00Z', 'America/New_York')).toBe('Nov 19, 2026');
  });
});

describe('calendar days', () => {
  it('have a short and a long form', () => {
    expect(formatDay('2026-11-20')).toBe('Fri, Nov 20');
    expect(formatDay('2026-11-20', 'long')).toBe('Friday, November 20');
    expect(formatMonth('2026-11')).toBe('November 2026');
  });
  it('name a week once where its days share a month or a year', () => {
    expect(formatDays('2026-11-22', '2026-11-28')).toBe('Nov 22 – 28, 2026');
    expect(formatDays('2026-11-29', '2026-12-05')).toBe('Nov 29 – Dec 5, 2026');
    expect(formatDays('2026-12-27', '2027-01-02')).toBe('Dec 27, 2026 – Jan 2, 2027');
  });

  it.each([
    ['2026-11-22', 'Today, November 22'],
    ['2026-11-23', 'Tomorrow, November 23'],
    ['2026-11-21', 'Yesterday, November 21'],
    ['2026-11-27', 'Friday, November 27'],
    ['2027-01-01', 'Friday, January 1, 2027'],
  ])('head a list: %s is %s', (day, text) => {
    expect(dayHeading(day, '2026-11-22')).toBe(text);
  });

  it('make a week that starts on Sunday', () => {
    expect(weekdays.map(({ iso, short }) => `${iso} ${short}`)).toEqual([
      '7 Sun',
      '1 Mon',
      '2 Tue',
      '3 Wed',
      '4 Thu',
      '5 Fri',
      '6 Sat',
    ]);
    expect(weekdays[0]?.name).toBe('Sunday');
  });
});
