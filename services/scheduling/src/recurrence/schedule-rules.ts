import { AppError } from '@postloom/contracts';
import type { ScheduleRecord } from './schedule.ts';
import { localDate } from './slots.ts';

/** @throws AppError invalid_date when the last day is before the first */
export function refuseDates(startDate: string, endDate: string | null): void {
  if (endDate === null || endDate >= startDate) {
    return;
  }
  const message = 'The last day must not be before the first.';
  throw new AppError('invalid_date', message, { details: [{ path: 'endDate', message }] });
}

/** @throws AppError invalid_date when a person chose a day for the end of a pause that it cannot have */
export function refuseEndOfPause(schedule: ScheduleRecord, chosen: string | null, now: Date): void {
  const message = chosen === null ? null : whyNotUntil(schedule, chosen, now);
  if (message !== null) {
    throw new AppError('invalid_date', message, { details: [{ path: 'pausedUntil', message }] });
  }
}

function whyNotUntil({ isActive, endDate, timeZone }: ScheduleRecord, day: string, now: Date): string | null {
  if (isActive) {
    return 'Only a paused schedule can resume on a day.';
  }
  if (day <= localDate(now, timeZone)) {
    return 'Please choose a day after today.';
  }
  return endDate !== null && day > endDate ? 'This schedule ends before that day.' : null;
}

/** Whether a change gives a schedule different slots; all other changes apply from the next photo on. */
export function hasOtherSlots(before: ScheduleRecord, after: ScheduleRecord): boolean {
  return slotFields(before) !== slotFields(after);
}

function slotFields(schedule: ScheduleRecord): string {
  const { frequency, timeOfDay, startDate, endDate, weekdays, isActive } = schedule;
  return JSON.stringify([frequency, timeOfDay, startDate, endDate, weekdays ?? [], isActive]);
}
