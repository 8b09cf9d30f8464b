import { formatDays } from '#lib/format.ts';
import { monthOf, type Day, type Month } from '#lib/month-grid.ts';
import { cn } from '#lib/cn.ts';
import type { CalendarEntry } from '#data/calendar-entries.ts';

/** Cards a day of the month shows; the rest is '+N'. */
export const CARDS_A_DAY = 3;

/** The cards of a day in the order of time. Where there are too many, its posts come before what schedules will bring. */
export function cardsOf(entries: readonly CalendarEntry[], limit = CARDS_A_DAY): readonly CalendarEntry[] {
  const posts = entries.filter((entry) => entry.kind === 'post');
  const coming = entries.filter((entry) => entry.kind === 'occurrence');
  const shown = new Set([...posts, ...coming].slice(0, limit));
  return entries.filter((entry) => shown.has(entry));
}

/** Cards a day of the week shows: one an hour, more than a person takes in; the rest is '+N'. */
const WEEK_CARDS_A_DAY = 24;

/** The cards of a day in a week, in the order of time. */
export function weekCardsOf(entries: readonly CalendarEntry[]): readonly CalendarEntry[] {
  return entries.length > WEEK_CARDS_A_DAY ? entries.slice(0, WEEK_CARDS_A_DAY) : entries;
}

/**
 * Days of a month in their order. The present month begins with today, what is over stands apart, and it goes on to the last day that is
 * known: on the 30th, tomorrow is what a person looks for.
 */
export function agendaOf(
  days: ReadonlyMap<Day, readonly CalendarEntry[]>,
  month: Month,
  today: Day,
): { earlier: readonly Day[]; coming: readonly Day[] } {
  const all = [...days.keys()].sort();
  const own = all.filter((day) => monthOf(day) === month);
  return monthOf(today) === month
    ? { earlier: own.filter((day) => day < today), coming: all.filter((day) => day >= today) }
    : { earlier: [], coming: own };
}

/** 'Nov 29 – Dec 5': a week, without the year it is, so that a phone has room for it. */
export function weekTitle(first: Day, last: Day, present: Month): string {
  return formatDays(first, last).replace(`, ${present.slice(0, 4)}`, '');
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

/** A line of the list: the heading of a day, or one of its entries. */
export type AgendaLine = {
  key: string;
  day: Day;
  /** Null: the heading. */
  entry: CalendarEntry | null;
  /** Of the entry within its day, from 0; of the heading -1. */
  place: number;
  /** Where the heading of its day is among the lines. */
  heading: number;
};

/** Days one after the other, each with its heading. */
export function linesOf(
  order: readonly Day[],
  days: ReadonlyMap<Day, readonly CalendarEntry[]>,
): readonly AgendaLine[] {
  const lines: AgendaLine[] = [];
  for (const day of order) {
    const heading = lines.length;
    lines.push({ key: day, day, entry: null, place: -1, heading });
    (days.get(day) ?? []).forEach((entry, place) => lines.push({ key: entry.key, day, entry, place, heading }));
  }
  return lines;
}
