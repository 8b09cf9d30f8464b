export { MOST_IN_CALENDAR, ReadSchedules } from './read-schedules.ts';
export { dayStart } from './slots.ts';
export { RecurrenceModule } from './recurrence.module.ts';
export { Rezone } from './rezone.ts';
export { SchedulesRepository } from './schedules.repository.ts';
export { LATEST_MS } from './schedule.ts';
