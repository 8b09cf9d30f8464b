import type { OccurrenceRecord } from './schedule.ts';

/** The head and the common fields of every event about an occurrence. */
export function occurrenceFacts<D extends object>(occurrence: OccurrenceRecord, data: D) {
  const { id, businessId, scheduleId, localSlot, dueAt, version } = occurrence;
  return {
    ...{ businessId, entityId: id, version },
    data: { occurrenceId: id, scheduleId, localSlot, dueAt: dueAt.toISOString(), ...data },
  };
}
