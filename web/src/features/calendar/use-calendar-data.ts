import type { Occurrence, Platform } from '@postloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { usePhotosById } from '#data/photos.ts';
import { useCalendar, useUnscheduledDrafts } from '#data/posts.ts';
import { useSchedules } from '#data/schedules.ts';
import { connectedPlatforms, useSocialAccounts, useSocialStatus, waitingPlatforms } from '#data/social.ts';
import { asList, routeQuery, routes, usePageBusiness } from '#lib/api/index.ts';
import { dayIn, gridOf, type Day, type Month } from '#lib/month-grid.ts';
import { byDay, coverOf, entriesOf } from './calendar-entries.ts';
import { isShown, type CalendarFilters } from './calendar-filters.ts';
import { cardsOf } from './day-view.ts';
import { withOverlay, type Overlay } from './post-changes.ts';
import { troublesOf } from './troubles.ts';

/** Posts that a schedule has made, as far as its history goes; nothing while no schedule is chosen. */
function usePostsOfSchedule(id: string | null): ReadonlySet<string> {
  const businessId = usePageBusiness();
  const { data } = useQuery({
    ...routeQuery(routes.pastOccurrences, { businessId, params: { id: id ?? '' } }),
    enabled: id !== null,
  });
  return useMemo(
    () => new Set(asList<Occurrence>(data).flatMap(({ postId }) => (postId === null ? [] : [postId]))),
    [data],
  );
}

const noPlatforms: ReadonlySet<Platform> = new Set();

export type CalendarQuestion = {
  /** The month whose page is read; a week lies in it. */
  month: Month;
  timeZone: string;
  now: Date;
  filters: CalendarFilters;
  overlay: Overlay;
  /** Days whose entries are on the board as cards; those of a month show their first ones alone. */
  board: readonly Day[];
  isMonth: boolean;
};

/** Everything a page of the calendar shows, with what is on its way to the server laid over it. */
export function useCalendarData({ month, timeZone, now, filters, overlay, board, isMonth }: CalendarQuestion) {
  const grid = useMemo(() => gridOf(month), [month]);
  const range = useCalendar(grid[0] ?? '', grid.at(-1) ?? '');
  const drafts = useUnscheduledDrafts();
  const { schedules } = useSchedules();
  const status = useSocialStatus();
  const accounts = useSocialAccounts();
  const postsOfSchedule = usePostsOfSchedule(filters.schedule);

  const posts = useMemo(() => withOverlay([range.data?.posts ?? [], drafts], overlay), [range.data, drafts, overlay]);
  const entries = useMemo(() => entriesOf(posts, range.data?.occurrences ?? []), [posts, range.data]);
  const waiting = useMemo(() => waitingPlatforms(accounts.data), [accounts.data]);
  const connected = useMemo(() => (status.data ? connectedPlatforms(status.data) : undefined), [status.data]);
  const minute = Math.floor(now.getTime() / 60_000);
  const troubles = useMemo(
    () => troublesOf(entries, { connected, waiting: waiting ?? noPlatforms, timeZone, now: minute * 60_000 }),
    [entries, connected, waiting, timeZone, minute],
  );
  const shown = useMemo(
    () =>
      entries.filter((entry) => isShown(entry, filters, { postsOfSchedule, isTroubled: (key) => troubles.has(key) })),
    [entries, filters, postsOfSchedule, troubles],
  );
  const days = useMemo(() => byDay(shown, (instant) => dayIn(timeZone, instant)), [shown, timeZone]);
  const unscheduled = useMemo(
    () =>
      posts
        .filter((post) => post.status === 'draft' && post.scheduledFor === null)
        .sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt)),
    [posts],
  );
  const covers = useMemo(() => {
    const visible = board.flatMap((day) => {
      const all = days.get(day) ?? [];
      return isMonth ? cardsOf(all) : all;
    });
    const ids = [...visible.map(coverOf), ...unscheduled.map(({ photoId }) => photoId)];
    return ids.filter((id) => id !== null);
  }, [board, isMonth, days, unscheduled]);
  const photos = usePhotosById(covers);
  const names = useMemo(() => new Map(schedules.map(({ id, name }) => [id, name])), [schedules]);

  // While another month loads the former one is still there: only days of both are known.
  const known = useMemo(
    () =>
      range.data && !range.isPlaceholderData
        ? null
        : new Set(
            (range.data?.posts ?? []).flatMap(({ scheduledFor }) =>
              scheduledFor ? [dayIn(timeZone, scheduledFor)] : [],
            ),
          ),
    [range.data, range.isPlaceholderData, timeZone],
  );
  return {
    range,
    posts,
    days,
    troubles,
    photos,
    names,
    schedules,
    unscheduled,
    isUnknown: useMemo(() => (day: Day) => known !== null && !known.has(day), [known]),
    isFiltered: shown.length < entries.length,
    troubled: troubles.size,
  };
}
