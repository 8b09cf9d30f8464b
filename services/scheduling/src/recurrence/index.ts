export { ReadSchedules } from './read-schedules.ts';
export { RecurrenceModule } from './recurrence.module.ts';
export { RecurrenceWorker } from './recurrence.worker.ts';
export { ZoneClock } from './zone-clock.ts';
