import { describe, expect, it } from 'vitest';
import { formatBytes, shareOf } from './format.ts';
import { formatInstant, timeZoneOptions } from './time-zones.ts';

describe('file sizes', () => {
  it.each([
    [0, '0 Bytes'],
    [512, '512 Bytes'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [3_334_471, '3.18 MB'],
    [52_428_800, '50 MB'],
    [5_368_709_120, '5 GB'],
  ])('%d is %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

describe('shares', () => {
  it('counts a limit of 0 as 0 and stays within 100', () => {
    expect(shareOf(3, 0)).toBe(0);
    expect(shareOf(0, 0)).toBe(0);
    expect(shareOf(Number.NaN, 5)).toBe(0);
    expect(shareOf(9, 5)).toBe(100);
    expect(shareOf(1, 5)).toBe(20);
  });
});

describe('times', () => {
  it('always carry their zone', () => {
    expect(formatInstant('2026-11-20T15:00:00Z', 'America/New_York')).toBe('Fri, Nov 20, 10:00 AM New York, EST');
    expect(formatInstant('2026-07-01T14:00:00Z', 'America/New_York')).toBe('Wed, Jul 1, 10:00 AM New York, EDT');
  });

  it('offer a stored zone that the browser does not list', () => {
    const options = timeZoneOptions(new Date('2026-11-20T00:00:00Z'), 'US/Eastern');
    expect(options.some((option) => option.value === 'US/Eastern')).toBe(true);
    expect(options.find((option) => option.value === 'Europe/Berlin')?.label).toBe('Europe/Berlin (GMT+1)');
  });
});
