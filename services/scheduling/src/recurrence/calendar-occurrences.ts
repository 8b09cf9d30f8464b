import type { Occurrence } from '@postloom/contracts';
import { comingOccurrences } from './occurrence-rules.ts';
import type { OccurrenceRecord, ScheduleRecord } from './schedule.ts';

/** Found ones are sorted and cut when they are this many times as many as asked for. */
const CUT_AT = 2;

/**
 * The first `most` occurrences of all schedules in a range that have no post yet, soonest first. What is computed does not grow with
 * schedules times days: as soon as `most` are known, the other schedules are only followed to the last of them.
 */
export function calendarOccurrences(
  schedules: readonly ScheduleRecord[],
  rowsOf: (scheduleId: string) => readonly OccurrenceRecord[],
  range: { readonly from: Date; readonly to: Date; readonly most: number },
): Occurrence[] {
  const { from, most } = range;
  let { to } = range;
  let found: Occurrence[] = [];
  const soonest = (): Occurrence[] => found.toSorted((a, b) => compare(a.dueAt, b.dueAt)).slice(0, most);
  for (const schedule of schedules) {
    const coming = comingOccurrences(schedule, rowsOf(schedule.id), { from, to, count: most });
    found.push(...coming.filter(hasNoPost));
    if (found.length >= CUT_AT * most) {
      found = soonest();
      to = new Date(found.at(-1)?.dueAt ?? to);
    }
  }
  return soonest();
}

function hasNoPost({ status }: Occurrence): boolean {
  return status === 'planned' || status === 'picked' || status === 'captioning';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
