import type { AnswerOf, Occurrence, Platform, Post } from '@postloom/contracts';
import { useMemo } from 'react';
import type { routes } from '#lib/api/index.ts';
import { dayIn, shiftDay, type Day } from '#lib/month-grid.ts';
import { useNow } from '#lib/use-now.ts';
import { shownStatus } from './post-state.ts';
import { useCalendar } from './posts.ts';

/** What is going to go out: a scheduled post, or the next one of a recurring schedule. */
export type Upcoming = { key: string; at: string; platforms: readonly Platform[]; photoId: string | null } & (
  { kind: 'post'; post: Post } | { kind: 'occurrence'; occurrence: Occurrence }
);
type Calendar = AnswerOf<typeof routes.calendar>;
export type UpcomingDay = { day: Day; entries: readonly Upcoming[] };

/**
 * What goes out on each of these days, in order: posts that wait for their time and what recurring schedules will bring. Drafts, what
 * needs a person and what is over are not in it.
 */
export function upcomingByDay(
  { posts, occurrences = [] }: Pick<Calendar, 'posts' | 'occurrences'>,
  days: readonly Day[],
  timeZone: string,
): readonly UpcomingDay[] {
  const entries: Upcoming[] = [
    ...posts.flatMap((post): Upcoming[] =>
      shownStatus(post) === 'scheduled' && post.scheduledFor !== null
        ? [
            {
              ...{ kind: 'post', key: post.id, post },
              ...{ at: post.scheduledFor, platforms: post.platforms, photoId: post.photoId },
            },
          ]
        : [],
    ),
    ...occurrences.flatMap((occurrence): Upcoming[] =>
      occurrence.status !== 'skipped' && occurrence.postId === null
        ? [
            {
              ...{ kind: 'occurrence', key: `${occurrence.scheduleId}/${occurrence.localSlot}`, occurrence },
              ...{ at: occurrence.dueAt, platforms: occurrence.platforms, photoId: occurrence.photoId },
            },
          ]
        : [],
    ),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const byDay = Map.groupBy(entries, ({ at }) => dayIn(timeZone, at));
  return days.map((day) => ({ day, entries: byDay.get(day) ?? [] }));
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
