import { describe, expect, it } from '@jest/globals';
import { hasOtherSlots, refuseDates, refuseEndOfPause } from './schedule-rules.ts';
import type { ScheduleRecord } from './schedule.ts';
import { aSchedule } from './testing/schedule-record.ts';

const at = new Date('2027-01-01T00:00:00Z');
const schedule = aSchedule({ frequency: 'weekly' });

describe('a changed schedule', () => {
  it.each<Partial<ScheduleRecord>>([
    { frequency: 'daily' },
    { timeOfDay: '09:01' },
    { startDate: '2027-01-02' },
    { endDate: '2027-05-01' },
    { weekdays: [2] },
    { isActive: false },
  ])('has other slots with %o', (changes) => {
    expect(hasOtherSlots(schedule, { ...schedule, ...changes })).toBe(true);
  });

  it.each<Partial<ScheduleRecord>>([
    { name: 'Other' },
    { platforms: ['facebook'] },
    { useAllPhotos: false, albumId: 'x' },
    { weekdays: [] },
  ])('has the same slots with %o', (changes) => {
    expect(hasOtherSlots(schedule, { ...schedule, ...changes })).toBe(false);
  });
});

describe('the days of a schedule', () => {
  it('may be one day, and never end before they begin', () => {
    expect(() => refuseDates('2027-01-01', '2027-01-01')).not.toThrow();
    expect(() => refuseDates('2027-01-01', null)).not.toThrow();
    expect(() => refuseDates('2027-01-02', '2027-01-01')).toThrow('The last day must not be before the first.');
  });
});

describe('the day on which a paused schedule resumes', () => {
  const paused = { ...schedule, isActive: false, timeZone: 'America/New_York', endDate: '2027-01-10' };
  // In New York it is still December 31.
  const refusalOf = (changes: Partial<ScheduleRecord>, day: string | null) => () =>
    refuseEndOfPause({ ...paused, ...changes }, day, at);

  it('is one after today of its own zone, and none after its last day', () => {
    expect(refusalOf({}, '2027-01-01')).not.toThrow();
    expect(refusalOf({}, '2027-01-10')).not.toThrow();
    expect(refusalOf({ endDate: null }, '2027-01-11')).not.toThrow();
    expect(refusalOf({}, '2026-12-31')).toThrow('Please choose a day after today.');
    expect(refusalOf({}, '2027-01-11')).toThrow('This schedule ends before that day.');
  });

  it('is of a paused one alone, and may be taken back', () => {
    expect(refusalOf({ isActive: true }, '2027-01-05')).toThrow('Only a paused schedule can resume on a day.');
    expect(refusalOf({ isActive: true }, null)).not.toThrow();
  });
});
