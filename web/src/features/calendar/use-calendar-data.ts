import type { Occurrence, RecurringSchedule } from '@postloom/contracts';
import { useMemo } from 'react';
import { plannedOf } from '#data/free-slots.ts';
import { usePhotosById } from '#data/photos.ts';
import { isUnscheduled, useCalendar, useUnscheduledDrafts } from '#data/posts.ts';
import { HISTORY_ROWS, useScheduleHistory, useSchedules } from '#data/schedules.ts';
import { connectedPlatforms, useSocialAccounts, useSocialStatus, waitingPlatforms } from '#data/social.ts';
import { useFirstInParts } from '#lib/use-first-in-parts.ts';
import { dayIn, gridOf, type Day, type Month } from '#lib/month-grid.ts';
import { byDay, coverOf, entriesOf } from '#data/calendar-entries.ts';
import { isShown, type CalendarFilters } from './calendar-filters.ts';
import { cardsOf, weekCardsOf } from './day-view.ts';
import { withOverlay, type Overlay } from './post-changes.ts';
import { troublesOf } from './troubles.ts';

export type CalendarQuestion = {
  /** The month whose page is read; a week lies in it. */
  month: Month;
  timeZone: string;
  now: Date;
  filters: CalendarFilters;
  overlay: Overlay;
  /** Days whose entries are on the board as cards; a month shows fewer of a day than a week does. */
  board: readonly Day[];
  isMonth: boolean;
};

const noSchedules: readonly RecurringSchedule[] = [];

/** A function that works each answer out once. */
function remembered(workOut: (instant: string) => Day): (instant: string) => Day {
  const known = new Map<string, Day>();
  return (instant) => {
    const day = known.get(instant) ?? workOut(instant);
    known.set(instant, day);
    return day;
  };
}

/** Whether a full history, newest first, ends after `from`: what lies before its end is not known. */
function isCutWithin(history: readonly Occurrence[] | undefined, from: Day, timeZone: string): boolean {
  const oldest = history?.[HISTORY_ROWS - 1];
  return oldest !== undefined && dayIn(timeZone, oldest.dueAt) >= from;
}

/** Everything a page of the calendar shows, with what is on its way to the server laid over it. */
export function useCalendarData({ month, timeZone, now, filters, overlay, board, isMonth }: CalendarQuestion) {
  const grid = useMemo(() => gridOf(month), [month]);
  const range = useCalendar(grid[0] ?? '', grid.at(-1) ?? '');
  const answer = useFirstInParts(range.data);
  const drafts = useUnscheduledDrafts();
  const { data: schedules = noSchedules } = useSchedules();
  const status = useSocialStatus();
  const accounts = useSocialAccounts();
  const { data: history } = useScheduleHistory(filters.schedule);

  const posts = useMemo(() => withOverlay([answer?.posts ?? [], drafts], overlay), [answer, drafts, overlay]);
  const entries = useMemo(() => entriesOf(posts, answer?.occurrences ?? []), [posts, answer]);
  const planned = useMemo(() => plannedOf({ posts, occurrences: answer?.occurrences }), [posts, answer]);
  const waiting = useMemo(() => waitingPlatforms(accounts.data), [accounts.data]);
  const connected = useMemo(() => (status.data ? connectedPlatforms(status.data) : undefined), [status.data]);
  const minute = Math.floor(now.getTime() / 60_000);
  const troubles = useMemo(
    () => troublesOf(entries, { connected, waiting, timeZone, now: minute * 60_000 }),
    [entries, connected, waiting, timeZone, minute],
  );
  const postsOfSchedule = useMemo(() => new Set(history?.flatMap(({ postId }) => postId ?? [])), [history]);
  const shown = useMemo(
    () =>
      entries.filter((entry) => isShown(entry, filters, { postsOfSchedule, isTroubled: (key) => troubles.has(key) })),
    [entries, filters, postsOfSchedule, troubles],
  );
  const isLoading = answer === undefined || range.isPlaceholderData;
  // Every change works all days out again, and most instants stay: 40 ms of a slow phone's processor for 2,000 posts.
  const dayOf = useMemo(() => remembered((instant) => dayIn(timeZone, instant)), [timeZone]);
  const days = useMemo(() => byDay(shown, dayOf), [shown, dayOf]);
  const unscheduled = useMemo(
    () => posts.filter(isUnscheduled).sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt)),
    [posts],
  );
  const covers = useMemo(() => {
    const visible = board.flatMap((day) => {
      const all = days.get(day) ?? [];
      return isMonth ? cardsOf(all) : weekCardsOf(all);
    });
    const ids = [...visible.map(coverOf), ...unscheduled.map(({ photoId }) => photoId)];
    return ids.filter((id) => id !== null);
  }, [board, isMonth, days, unscheduled]);
  const photos = usePhotosById(covers);
  const names = useMemo(() => new Map(schedules.map(({ id, name }) => [id, name])), [schedules]);

  return {
    range,
    /** Of the range, once it is shown. */
    answer,
    posts,
    planned,
    days,
    troubles,
    photos,
    names,
    schedules,
    unscheduled,
    isLoading,
    isFiltered: shown.length < entries.length,
    troubled: troubles.size,
    /** The schedule that is filtered by may have made posts of this page that its history no longer names. */
    isHistoryCut: isCutWithin(history, grid[0] ?? '', timeZone),
  };
}
