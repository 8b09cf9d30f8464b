import { AppError } from '@postloom/contracts';
import type { ScheduleRecord } from './schedule.ts';

/** @throws AppError invalid_date when the last day is before the first */
export function refuseDates(startDate: string, endDate: string | null): void {
  if (endDate === null || endDate >= startDate) {
    return;
  }
  const message = 'The last day must not be before the first.';
  throw new AppError('invalid_date', message, { details: [{ path: 'endDate', message }] });
}

/** Whether a change gives a schedule different slots; all other changes apply from the next photo on. */
export function hasOtherSlots(before: ScheduleRecord, after: ScheduleRecord): boolean {
  return slotFields(before) !== slotFields(after);
}

function slotFields(schedule: ScheduleRecord): string {
  const { frequency, timeOfDay, startDate, endDate, weekdays, isActive } = schedule;
  return JSON.stringify([frequency, timeOfDay, startDate, endDate, weekdays ?? [], isActive]);
}
