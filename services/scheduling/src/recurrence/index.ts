export { MOST_IN_CALENDAR, ReadSchedules } from './read-schedules.ts';
export { RecurrenceModule } from './recurrence.module.ts';
export { Rezone } from './rezone.ts';
export { LATEST_MS } from './schedule.ts';
