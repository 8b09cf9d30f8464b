import { describe, expect, it } from 'vitest';
import { timeZoneOptions, zoneName } from './time-zones.ts';

describe('time zones', () => {
  it.each([
    ['America/New_York', 'New York time'],
    ['Asia/Ho_Chi_Minh', 'Ho Chi Minh time'],
    ['UTC', 'UTC'],
    ['Etc/UTC', 'UTC'],
    ['Etc/GMT+5', 'GMT-5'],
  ])('%s is %s in a sentence', (timeZone, text) => {
    expect(zoneName(timeZone)).toBe(text);
  });

  it('offer a stored zone that the browser does not list', () => {
    const options = timeZoneOptions(new Date('2026-11-20T00:00:00Z'), 'US/Eastern');
    expect(options.some((option) => option.value === 'US/Eastern')).toBe(true);
    expect(options.find((option) => option.value === 'Europe/Berlin')?.label).toBe('Europe/Berlin (GMT+1)');
  });
});
