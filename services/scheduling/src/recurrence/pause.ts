import { beginsAt } from './schedule.ts';
import type { ScheduleRecord } from './schedule.ts';
import { dayStart, nextSlot } from './slots.ts';

/** The first instant that belongs to no pause any more; null for a schedule that runs, or that a person will resume. */
function firstDayOf({ isActive, pausedUntil, timeZone }: ScheduleRecord): Date | null {
  return isActive || pausedUntil === null ? null : dayStart(pausedUntil, timeZone);
}

/** The first slot after the pause. */
function firstSlotAfter(schedule: ScheduleRecord, firstDay: Date): ScheduleRecord['next'] {
  return nextSlot(schedule, new Date(firstDay.getTime() - 1));
}

/** From when on a schedule has slots: at once, or as its pause ends; null while it waits for a person to resume it. */
export function runsFrom(schedule: ScheduleRecord, from: Date): Date | null {
  if (schedule.isActive) {
    return from;
  }
  const firstDay = firstDayOf(schedule);
  return firstDay !== null && firstDay < from ? from : firstDay;
}

/** Whether a slot is one of the pause. Those from its last day on are not, also where one begins before the schedule has been resumed. */
export function isOfPause({ isActive, pausedUntil }: ScheduleRecord, localSlot: string): boolean {
  return !isActive && (pausedUntil === null || localSlot.slice(0, 10) < pausedUntil);
}

/** When a pause ends by itself: as its day begins, or as much earlier as the first slot of that day needs. */
export function pauseEndsAt(schedule: ScheduleRecord): Date | null {
  const firstDay = firstDayOf(schedule);
  const first = firstDay === null ? null : firstSlotAfter(schedule, firstDay);
  if (firstDay === null || first === null) {
    return firstDay;
  }
  const begins = beginsAt(schedule.id, first.dueAt);
  return begins < firstDay ? begins : firstDay;
}

/**
 * The schedule that runs again because its pause is over, from the first slot after the pause on, however late this is noticed; nothing
 * of the pause is made up for. Null while it is not over.
 */
export function afterPause(schedule: ScheduleRecord, now: Date): ScheduleRecord | null {
  const [firstDay, endsAt] = [firstDayOf(schedule), pauseEndsAt(schedule)];
  if (firstDay === null || endsAt === null || endsAt > now) {
    return null;
  }
  const running = { ...schedule, isActive: true, pausedUntil: null };
  return { ...running, next: firstSlotAfter(running, firstDay), version: schedule.version + 1, updatedAt: now };
}

/** The event that a schedule runs again. */
export function resumedFacts({ id, businessId, name, version }: ScheduleRecord) {
  return { ...{ businessId, entityId: id, version }, data: { scheduleId: id, name } };
}
