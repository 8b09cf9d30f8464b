import type { AnswerOf } from '@postloom/contracts';
import { useMemo } from 'react';
import type { routes } from '#lib/api/index.ts';
import { comingDays, dayIn, type Day } from '#lib/month-grid.ts';
import { useNow } from '#lib/use-now.ts';
import { byDay, entriesOf, statusOf, type CalendarEntry } from './calendar-entries.ts';
import { shownAt, shownStatus } from './post-state.ts';
import { useCalendar } from './posts.ts';

type Calendar = AnswerOf<typeof routes.calendar>;
export type UpcomingDay = { day: Day; entries: readonly CalendarEntry[] };

/**
 * What goes out on each of these days, in order: posts that wait for their time and what recurring schedules will bring. Drafts, what
 * needs a person and what is over are not in it.
 */
export function upcomingByDay(
  { posts, occurrences = [] }: Pick<Calendar, 'posts' | 'occurrences'>,
  days: readonly Day[],
  timeZone: string,
): readonly UpcomingDay[] {
  const waiting = entriesOf(posts, occurrences).filter((entry) => ['scheduled', 'recurring'].includes(statusOf(entry)));
  const found = byDay(waiting, (instant) => dayIn(timeZone, instant));
  return days.map((day) => ({ day, entries: found.get(day) ?? [] }));
}

/** The calendar of today and the days after, on the wall clock of the zone. */
export function useComingDays(timeZone: string) {
  const today = dayIn(timeZone, useNow(60_000));
  return { today, ...useCalendar(today, comingDays(today).at(-1) ?? today) };
}

/** What goes out today and on the days after, how many drafts have a time then, and how many posts went out today. */
export function useUpcoming(timeZone: string) {
  const { today, data, error, fetchStatus, refetch } = useComingDays(timeZone);
  const upcoming = useMemo(() => data && upcomingByDay(data, comingDays(today), timeZone), [data, today, timeZone]);
  const drafts = data?.posts.filter(({ status }) => status === 'draft').length ?? 0;
  const isOut = (at: string | null) => at !== null && dayIn(timeZone, at) === today;
  const out = data?.posts.filter((post) => shownStatus(post) === 'published' && isOut(shownAt(post))).length ?? 0;
  return { data: upcoming, error, fetchStatus, refetch, today, drafts, out };
}
