/** Loaded by the forms when they first validate. */
export { OccurrenceChanges, ScheduleInput } from '@postloom/contracts';
