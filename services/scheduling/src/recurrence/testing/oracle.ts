import type { Frequency } from '@postloom/contracts';
import { isLeap, monthLength } from './tzif.ts';
import type { Segment } from './tzif.ts';

/**
 * The second opinion on slots. It knows one rule: a slot is due at the first moment at which the wall clock shows its time or a later one,
 * and a date that the clock never shows has no slot. Dates are walked one by one, never computed.
 */

export interface WalkedDay {
  readonly text: string;
  /** Seconds since 1970 at which a clock in UTC shows this midnight. */
  readonly midnight: number;
  readonly dayOfMonth: number;
  readonly monthLength: number;
  /** Monday is 1. */
  readonly weekday: number;
}

/** Every date of these years, walked from 1 January 2024, a Monday, 19,723 days after 1970 began. */
export function walkedDays(lastYear: number): WalkedDay[] {
  const days: WalkedDay[] = [];
  let [midnight, weekday] = [19_723 * 86_400, 1];
  for (let year = 2024; year <= lastYear; year += 1) {
    for (let month = 1; month <= 12; month += 1) {
      const length = monthLength(year, month);
      for (let day = 1; day <= length; day += 1) {
        const text = [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
        days.push({ text, midnight, dayOfMonth: day, monthLength: length, weekday });
        midnight += 86_400;
        weekday = weekday === 7 ? 1 : weekday + 1;
      }
    }
  }
  if (days.length !== daysIn(2024, lastYear)) {
    throw new Error('the calendar was not walked right');
  }
  return days;
}

function daysIn(first: number, last: number): number {
  let days = 0;
  for (let year = first; year <= last; year += 1) {
    days += isLeap(year) ? 366 : 365;
  }
  return days;
}

/** For each day the second at which its slot is due; NaN where the zone has no such date. */
export function dueTimes(segments: readonly Segment[], days: readonly WalkedDay[], timeOfDay: string): Float64Array {
  const sinceMidnight = Number(timeOfDay.slice(0, 2)) * 3600 + Number(timeOfDay.slice(3)) * 60;
  const due = new Float64Array(days.length);
  let at = 0;
  days.forEach(({ midnight }, index) => {
    const wall = midnight + sinceMidnight;
    // On to the first period during which the wall clock gets as far as this.
    while (endOf(segments, at) + offsetOf(segments, at) <= wall) {
      at += 1;
    }
    const start = segments[at]?.start ?? NaN;
    due[index] = isShown(segments, at, midnight) ? Math.max(start, wall - offsetOf(segments, at)) : NaN;
  });
  return due;
}

/** Whether a wall clock in this zone ever shows any moment of the date, near a segment. */
function isShown(segments: readonly Segment[], near: number, midnight: number): boolean {
  for (let at = Math.max(0, near - 3); at <= near + 3 && at < segments.length; at += 1) {
    const [first, end] = [
      (segments[at]?.start ?? 0) + offsetOf(segments, at),
      endOf(segments, at) + offsetOf(segments, at),
    ];
    if (first < midnight + 86_400 && end > midnight) {
      return true;
    }
  }
  return false;
}

function endOf(segments: readonly Segment[], at: number): number {
  return segments[at + 1]?.start ?? Infinity;
}

function offsetOf(segments: readonly Segment[], at: number): number {
  return segments[at]?.offset ?? NaN;
}

/** The same rule, applied literally to a period: checked minute by minute. */
export function dueByMinutes(
  segments: readonly Segment[],
  from: number,
  until: number,
  wall: number,
): number | undefined {
  let at = segments.findLastIndex(({ start }) => start <= from);
  for (let now = from; now < until; now += 60) {
    if (now >= endOf(segments, at)) {
      at += 1;
    }
    if (now + offsetOf(segments, at) >= wall) {
      return now;
    }
  }
  return undefined;
}

export interface Plan {
  readonly frequency: Frequency;
  readonly anchor: string;
  readonly weekdays: readonly number[] | null;
}

/** Which of the walked days a rule means, by counting. */
export function plannedDays(days: readonly WalkedDay[], { frequency, anchor, weekdays }: Plan): number[] {
  const start = days.findIndex(({ text }) => text === anchor);
  const first = days[start];
  if (first === undefined) {
    throw new Error(`${anchor} was not walked`);
  }
  const planned: number[] = [];
  let since = 0;
  for (let index = start; index < days.length; index += 1, since += 1) {
    const day = days[index];
    if (day !== undefined && isPlanned(day, since)) {
      planned.push(index);
    }
  }
  return planned;

  function isPlanned(day: WalkedDay, count: number): boolean {
    switch (frequency) {
      case 'daily':
        return true;
      case 'every2days':
        return count % 2 === 0;
      case 'every3days':
        return count % 3 === 0;
      case 'weekly':
        return weekdays === null ? count % 7 === 0 : weekdays.includes(day.weekday);
      case 'monthly':
        return (
          day.dayOfMonth === first?.dayOfMonth ||
          (day.dayOfMonth === day.monthLength && (first?.dayOfMonth ?? 0) > day.monthLength)
        );
    }
  }
}
