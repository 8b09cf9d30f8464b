import { describe, expect, it } from '@jest/globals';
import type { Occurrence } from '@postloom/contracts';
import { threadCost } from '@postloom/testing';
import { calendarOccurrences } from './calendar-occurrences.ts';
import { comingOccurrences } from './occurrence-rules.ts';
import { plannedOccurrence } from './schedule.ts';
import type { OccurrenceRecord, ScheduleRecord } from './schedule.ts';
import { slotsBetween } from './slots.ts';
import { aSchedule } from './testing/schedule-record.ts';

const at = (text: string): Date => new Date(`${text}:00Z`);
const from = at('2027-05-01T00:00');
const to = at('2027-07-02T00:00');

/** Daily schedules at different times of the day. */
function schedules(count: number): ScheduleRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const minute = (index * 7) % 1_440;
    const timeOfDay = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
    return aSchedule({ id: `s${index}`, timeOfDay, timeZone: 'Europe/Berlin' });
  });
}

/** The second slot of every schedule is skipped. */
function skipped(of: readonly ScheduleRecord[]): (id: string) => OccurrenceRecord[] {
  const rows = new Map(
    of.map((schedule) => {
      const [, second] = slotsBetween(schedule, from, to, 2);
      return [schedule.id, second ? [{ ...plannedOccurrence(schedule, second, 'o'), status: 'skipped' as const }] : []];
    }),
  );
  return (id) => rows.get(id) ?? [];
}

const dueAts = (found: readonly Occurrence[]): string[] => found.map(({ dueAt }) => dueAt);

describe('occurrences of a calendar', () => {
  it.each([
    [1, 1_000],
    [7, 1_000],
    [40, 100],
    [300, 50],
  ])('%d schedules, at most %d: the soonest of all of them, in order', (count, most) => {
    const all = schedules(count);
    const rows = skipped(all);
    const every = all
      .flatMap((schedule) => comingOccurrences(schedule, rows(schedule.id), { from, to, count: 1_000 }))
      .filter(({ status }) => status === 'planned');
    const found = calendarOccurrences(all, rows, { from, to, most });
    expect(dueAts(found)).toEqual(dueAts(every).toSorted().slice(0, most));
    expect(found).not.toHaveLength(0);
  });

  it('a thousand daily schedules in 62 days cost what is shown, not what could be', () => {
    const all = schedules(1_000);
    const cost = (most: number): number =>
      threadCost(
        () => expect(calendarOccurrences(all, () => [], { from, to, most })).toHaveLength(Math.min(most, 62_000)),
        3,
      );
    // Measured 25 and 144 ms.
    expect(cost(1_001)).toBeLessThan(cost(62_000) / 2);
  });
});
