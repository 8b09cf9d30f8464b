export { ReadSchedules } from './read-schedules.ts';
export { RecurrenceModule } from './recurrence.module.ts';
export { LATEST_MS } from './schedule.ts';
