import type { Occurrence } from '@postloom/contracts';
import { runsFrom } from './pause.ts';
import { LATEST_MS } from './schedule.ts';
import type { OccurrenceRecord, ScheduleRecord } from './schedule.ts';
import { dueAtOf, slotsBetween } from './slots.ts';
import type { Slot } from './slots.ts';

/**
 * Decides about slots that are ready to begin, after however long a standstill: those ahead run, of the missed ones the latest runs if it
 * is at most 1 hour late, all others are skipped and listed.
 */
export function sortDueSlots(slots: readonly Slot[], now: Date): { run: Slot[]; missed: Slot[] } {
  const past = slots.filter(({ dueAt }) => dueAt < now);
  const latest = past.at(-1);
  const isInTime = latest !== undefined && now.getTime() - latest.dueAt.getTime() <= LATEST_MS;
  const run = slots.filter((slot) => slot.dueAt >= now || (isInTime && slot === latest));
  return { run, missed: slots.filter((slot) => !run.includes(slot)) };
}

/** When an occurrence is due: at the slot, or at the other time of the same day that the person chose. */
export function dueAtOfOccurrence(localSlot: string, ownTime: string | null, timeZone: string): Date | null {
  return dueAtOf(ownTime === null ? localSlot : `${localSlot.slice(0, 10)}T${ownTime}`, timeZone);
}

/**
 * A schedule's occurrences from `from` on and before `to`, soonest first: computed slots, replaced by rows where they have begun or were
 * edited. A paused schedule has those after its pause, or none when a person will resume it.
 */
export function comingOccurrences(
  schedule: ScheduleRecord,
  rows: readonly OccurrenceRecord[],
  range: { readonly from: Date; readonly to: Date; readonly count: number },
): Occurrence[] {
  const from = runsFrom(schedule, range.from);
  if (from === null) {
    return [];
  }
  const bySlot = new Map(rows.map((row) => [row.localSlot, row]));
  // A row may have been moved out of the range on its own day, so as many extra slots are computed as there are rows.
  const slots = slotsBetween(schedule, from, range.to, range.count + rows.length);
  const computed = slots.filter(({ localSlot }) => !bySlot.has(localSlot)).map((slot) => shownSlot(schedule, slot));
  const kept = rows
    .filter(({ dueAt }) => dueAt >= from && dueAt < range.to)
    .map((row) => shownOccurrence(schedule, row));
  return [...computed, ...kept].toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : 1)).slice(0, range.count);
}

export function shownOccurrence(schedule: Pick<ScheduleRecord, 'platforms'>, row: OccurrenceRecord): Occurrence {
  const { scheduleId, localSlot, dueAt, status, reason, postId, photoId, ownPhotoId, ownCaption } = row;
  return {
    ...{ scheduleId, localSlot, dueAt: dueAt.toISOString(), status, reason, postId, photoId: photoId ?? ownPhotoId },
    ...{ caption: ownCaption, platforms: [...schedule.platforms] },
  };
}

function shownSlot(schedule: ScheduleRecord, { localSlot, dueAt }: Slot): Occurrence {
  return {
    ...{ scheduleId: schedule.id, localSlot, dueAt: dueAt.toISOString(), status: 'planned', reason: null },
    ...{ postId: null, photoId: null, caption: null, platforms: [...schedule.platforms] },
  };
}
