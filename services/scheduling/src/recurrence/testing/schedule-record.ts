import type { ScheduleRecord } from '../schedule.ts';

const made = new Date('2027-01-01T00:00:00Z');

/** A schedule that runs daily at nine in UTC from the first day of 2027 on, but for these facts. */
export function aSchedule(facts: Partial<ScheduleRecord> = {}): ScheduleRecord {
  return {
    ...{ id: 's', businessId: 'b', payerId: 'p', authorId: 'a', name: 'Daily bread', platforms: ['instagram'] },
    ...{ useAllPhotos: true, albumId: null, frequency: 'daily', timeOfDay: '09:00', weekdays: null },
    ...{ startDate: '2027-01-01', endDate: null, timeZone: 'UTC', isActive: true, pausedUntil: null },
    ...{ accountIds: {}, next: null, version: 1, createdAt: made, updatedAt: made },
    ...facts,
  };
}
