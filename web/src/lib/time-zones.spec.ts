import { describe, expect, it } from 'vitest';
import { findTimeZones, timeZoneOptions, zoneName } from './time-zones.ts';

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
    expect(options.find((option) => option.value === 'Europe/Berlin')).toMatchObject({
      city: 'Berlin',
      detail: 'Europe, GMT+1',
    });
  });

  it.each([
    ['new y', 'America/New_York'],
    ['berlin', 'Europe/Berlin'],
    ['gmt-5 york', 'America/New_York'],
    ['eastern york', 'America/New_York'],
    ['europe/lis', 'Europe/Lisbon'],
  ])('are found by %s', (typed, zone) => {
    const options = timeZoneOptions(new Date('2026-11-20T00:00:00Z'), 'UTC');
    expect(findTimeZones(options, typed)[0]?.value).toBe(zone);
  });

  it('are found by the name a city has today and by the one it had', () => {
    const options = timeZoneOptions(new Date('2026-11-20T00:00:00Z'), 'Asia/Katmandu');
    for (const typed of ['kathmandu', 'katmandu']) {
      expect(findTimeZones(options, typed).map(({ city }) => city)).toContain('Kathmandu');
    }
    expect(findTimeZones(options, 'atlantis')).toEqual([]);
  });
});
