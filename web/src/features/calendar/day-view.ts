import { monthOf, type Day, type Month } from '#lib/month-grid.ts';
import { cn } from '#lib/cn.ts';
import type { CalendarEntry } from '#data/calendar-entries.ts';

/** Cards a day of the month shows; the rest is '+N'. */
export const CARDS_A_DAY = 3;

/** The cards of a day: its posts, then what schedules will bring, each in the order of time. */
export function cardsOf(entries: readonly CalendarEntry[], limit = CARDS_A_DAY): readonly CalendarEntry[] {
  const posts = entries.filter((entry) => entry.kind === 'post');
  const coming = entries.filter((entry) => entry.kind === 'occurrence');
  return [...posts, ...coming].slice(0, limit);
}

/** Days of a month in their order; of the present month those that are over apart, because what comes is asked for first. */
export function agendaOf(
  days: ReadonlyMap<Day, readonly CalendarEntry[]>,
  month: Month,
  today: Day,
): { earlier: readonly Day[]; coming: readonly Day[] } {
  const all = [...days.keys()].filter((day) => monthOf(day) === month).sort();
  const isPresent = monthOf(today) === month;
  return {
    earlier: isPresent ? all.filter((day) => day < today) : [],
    coming: isPresent ? all.filter((day) => day >= today) : all,
  };
}

/** The ground of a day in a grid: its own look under that of today, of the day a carried post would go to, and of a drag above it. */
export function dayGround({ isToday, isCarryDay }: { isToday: boolean; isCarryDay: boolean }, own: string): string {
  return cn(
    'group/day relative transition-colors data-over:bg-woad-soft data-over:outline-2 data-over:-outline-offset-2 data-over:outline-woad',
    own,
    isToday && 'bg-woad-soft/60',
    isCarryDay && 'bg-woad-soft outline-2 -outline-offset-2 outline-woad',
  );
}

/** The first days that together have `limit` entries, and at least one. */
export function daysWithin(
  order: readonly Day[],
  days: ReadonlyMap<Day, readonly CalendarEntry[]>,
  limit: number,
): readonly Day[] {
  let count = 0;
  const end = order.findIndex((day) => (count += days.get(day)?.length ?? 0) >= limit);
  return end === -1 ? order : order.slice(0, end + 1);
}
