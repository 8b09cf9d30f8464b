import type { AnswerOf } from '@postloom/contracts';
import { useMemo } from 'react';
import type { routes } from '#lib/api/index.ts';
import { dayIn, shiftDay, type Day } from '#lib/month-grid.ts';
import { useNow } from '#lib/use-now.ts';
import { byDay, entriesOf, statusOf, type CalendarEntry } from './calendar-entries.ts';
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

/** What goes out today and on the days after, on the wall clock of the zone; `days` with today. */
export function useUpcoming(days: number, timeZone: string) {
  const today = dayIn(timeZone, useNow(60_000));
  const { data, error, fetchStatus, refetch } = useCalendar(today, shiftDay(today, days - 1));
  const upcoming = useMemo(() => {
    const range = Array.from({ length: days }, (_, index) => shiftDay(today, index));
    return data && upcomingByDay(data, range, timeZone);
  }, [data, days, today, timeZone]);
  return { data: upcoming, error, fetchStatus, refetch, today };
}
