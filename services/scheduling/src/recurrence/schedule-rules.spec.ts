import { describe, expect, it } from '@jest/globals';
import { hasOtherSlots, refuseDates } from './schedule-rules.ts';
import type { ScheduleRecord } from './schedule.ts';

const at = new Date('2027-01-01T00:00:00Z');
const schedule: ScheduleRecord = {
  ...{ id: 's', businessId: 'b', payerId: 'p', authorId: 'a', name: 'Bread', platforms: ['instagram'], albumId: null },
  ...{ frequency: 'weekly', timeOfDay: '09:00', startDate: '2027-01-01', endDate: null, weekdays: null },
  ...{
    useAllPhotos: true,
    timeZone: 'UTC',
    isActive: true,
    accountIds: {},
    next: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
  },
};

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
