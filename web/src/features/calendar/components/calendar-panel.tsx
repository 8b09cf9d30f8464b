import { ChevronLeft, ChevronRight, Plus, Repeat } from 'lucide-react';
import { useMemo } from 'react';
import { formatDay, formatMonth } from '#lib/format.ts';
import { offsetOf, placeOf } from '#lib/time-zones.ts';
import {
  Button,
  Card,
  CardBody,
  CardHeader,
  Dialog,
  DialogContent,
  ErrorState,
  postStatuses,
  Skeleton,
  SkeletonGroup,
  StatusDot,
} from '#ui/index.ts';
import { useCalendar, useUnscheduledDrafts } from '#data/posts.ts';
import { entriesByDay, entryKey } from '../calendar-entries.ts';
import { dayIn, gridOf, monthOf, shiftMonth, type Day } from '#lib/month-grid.ts';
import { shownStatus } from '#data/post-state.ts';
import { MonthCalendar } from './month-calendar.tsx';
import { OccurrenceRow, PostRow } from './post-list.tsx';

export type CalendarPanelProps = {
  month: string;
  today: Day;
  timeZone: string;
  now: Date;
  dayList: Day | null;
  onDayList(day: Day | null): void;
  onMonth(month: string): void;
  onPost(id: string): void;
  onCompose(date: Day): void;
  onOccurrence(): void;
};

/** The month with its legend, the drafts without a date, and the list of one day. */
export function CalendarPanel(props: CalendarPanelProps) {
  const { month, today, timeZone, now, dayList, onDayList, onMonth, onPost, onCompose, onOccurrence } = props;
  const grid = gridOf(month);
  const range = useCalendar(grid[0] ?? today, grid.at(-1) ?? today);
  const unscheduled = useUnscheduledDrafts();
  const days = useMemo(
    () => entriesByDay(range.data?.posts ?? [], range.data?.occurrences ?? [], (instant) => dayIn(timeZone, instant)),
    [range.data, timeZone],
  );
  const entries = [...days.values()].flat();
  const visible = new Set(entries.map((entry) => (entry.kind === 'post' ? shownStatus(entry.post) : 'recurring')));
  const legend = [
    ...postStatuses.filter((status) => status !== 'failed' || visible.has('failed')),
    ...(visible.has('attention') ? (['attention'] as const) : []),
  ];

  const onDay = (day: Day) => {
    const wide = matchMedia('(min-width: 640px)').matches;
    if (day < today || (!wide && days.has(day))) {
      onDayList(day);
    } else {
      onCompose(day);
    }
  };
  if (range.isError && !range.data) {
    return <ErrorState onRetry={() => void range.refetch()} />;
  }
  return (
    <>
      <Card className="p-3 sm:p-5">
        <div className="flex flex-wrap items-center gap-2 pb-4">
          <h2 className="mr-auto text-xl font-bold" aria-live="polite">
            {formatMonth(month)}
          </h2>
          <Button variant="secondary" size="sm" onClick={() => onMonth(monthOf(today))}>
            Today
          </Button>
          <Button
            variant="secondary"
            size="icon-sm"
            aria-label="Previous month"
            onClick={() => onMonth(shiftMonth(month, -1))}
          >
            <ChevronLeft aria-hidden="true" />
          </Button>
          <Button
            variant="secondary"
            size="icon-sm"
            aria-label="Next month"
            onClick={() => onMonth(shiftMonth(month, 1))}
          >
            <ChevronRight aria-hidden="true" />
          </Button>
        </div>
        {range.isPending ? (
          <SkeletonGroup text="Loading schedule...">
            <Skeleton className="h-112 sm:h-172" />
          </SkeletonGroup>
        ) : (
          <MonthCalendar
            month={month}
            today={today}
            days={days}
            timeZone={timeZone}
            loading={range.isPlaceholderData}
            onDay={onDay}
            onMore={onDayList}
            onPost={onPost}
            onOccurrence={onOccurrence}
            onMonth={onMonth}
          />
        )}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2 pt-4">
          <ul aria-label="Legend" className="flex flex-wrap gap-x-5 gap-y-2">
            {legend.map((status) => (
              <li key={status}>
                <StatusDot status={status} />
              </li>
            ))}
            {visible.has('recurring') ? (
              <li className="inline-flex items-center gap-1.5 text-xs font-medium text-muted">
                <Repeat className="size-3 text-woad" aria-hidden="true" />
                Recurring, not a post yet
              </li>
            ) : null}
          </ul>
          <p className="ml-auto text-xs text-muted">
            Days and times in {placeOf(timeZone)} ({offsetOf(timeZone, now)})
          </p>
        </div>
        {range.data?.truncated ? (
          <p className="pt-2 text-sm text-weld">This month holds more posts than fit here; the latest are left out.</p>
        ) : null}
      </Card>
      {unscheduled.length > 0 ? (
        <Card className="mt-5" aria-labelledby="unscheduled">
          <CardHeader id="unscheduled" title="Unscheduled" description="Drafts that wait for a date." />
          <CardBody className="px-2">
            <ul className="grid divide-y divide-line">
              {unscheduled.map((post) => (
                <PostRow key={post.id} post={post} timeZone={timeZone} onOpen={onPost} />
              ))}
            </ul>
          </CardBody>
        </Card>
      ) : null}
      {dayList ? (
        <Dialog open onOpenChange={(open) => (open ? undefined : onDayList(null))}>
          <DialogContent
            title={formatDay(dayList, 'long')}
            footer={
              dayList >= today ? (
                <Button
                  onClick={() => {
                    onDayList(null);
                    onCompose(dayList);
                  }}
                >
                  <Plus aria-hidden="true" />
                  Schedule New Post
                </Button>
              ) : undefined
            }
          >
            {days.has(dayList) ? (
              <ul className="-mx-3 grid divide-y divide-line">
                {days.get(dayList)?.map((entry) =>
                  entry.kind === 'post' ? (
                    <PostRow
                      key={entryKey(entry)}
                      post={entry.post}
                      timeZone={timeZone}
                      onOpen={(id) => {
                        onDayList(null);
                        onPost(id);
                      }}
                    />
                  ) : (
                    <OccurrenceRow
                      key={entryKey(entry)}
                      occurrence={entry.occurrence}
                      timeZone={timeZone}
                      onOpen={() => {
                        onDayList(null);
                        onOccurrence();
                      }}
                    />
                  ),
                )}
              </ul>
            ) : (
              <p className="py-4 text-sm text-muted">No posts on this day.</p>
            )}
          </DialogContent>
        </Dialog>
      ) : null}
    </>
  );
}
