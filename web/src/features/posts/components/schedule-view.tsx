import type { Photo, Post } from '@postloom/contracts';
import { CalendarDays, ChevronLeft, ChevronRight, List, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { cn } from '../../../lib/cn.ts';
import { useSearchState } from '../../../lib/use-search-state.ts';
import { offsetOf, placeOf } from '../../../lib/time-zones.ts';
import {
  Button,
  Card,
  CardBody,
  CardHeader,
  Dialog,
  DialogContent,
  EmptyState,
  ErrorState,
  PageHeader,
  postStatuses,
  Skeleton,
  SkeletonGroup,
  StatusDot,
} from '../../../ui/index.ts';
import { useCalendar, usePosts, useScheduledPosts } from '../api/posts.ts';
import { dayIn, dayText, gridOf, isMonth, monthOf, shiftMonth, type Day } from '../month-grid.ts';
import { byDay } from '../post-state.ts';
import { useNow } from '../use-now.ts';
import { MonthCalendar } from './month-calendar.tsx';
import { PostList, PostRow } from './post-list.tsx';

const PostDetailsDialog = lazy(() =>
  import('./post-dialogs.tsx').then((module) => ({ default: module.PostDetailsDialog })),
);
const RescheduleDialog = lazy(() =>
  import('./post-dialogs.tsx').then((module) => ({ default: module.RescheduleDialog })),
);

export type ScheduleViewProps = {
  timeZone: string;
  photos: readonly Photo[];
  onCompose(initial: { date?: string }): void;
  onComposeHover(): void;
  onEdit(post: Post): void;
};

/** 'Content Calendar': the month or the list, the dialogs of a post, and the way to a new one. */
export function ScheduleView({ timeZone, photos, onCompose, onComposeHover, onEdit }: ScheduleViewProps) {
  const address = useSearchState();
  const now = useNow();
  const today = dayIn(timeZone, now);
  const asked = address.get('month');
  const month = isMonth(asked) ? asked : monthOf(today);
  const view = address.get('view') === 'list' ? 'list' : 'calendar';
  const postId = address.get('post');
  const scheduled = useScheduledPosts();
  const [dayList, setDayList] = useState<Day | null>(null);
  const [moving, setMoving] = useState<Post | null>(null);

  const open = (id: string) => address.set({ post: id }, 'push');
  return (
    <>
      <PageHeader
        title="Content Calendar"
        description={
          scheduled.data
            ? `${scheduled.posts.length} scheduled post${scheduled.posts.length === 1 ? '' : 's'}`
            : 'Loading schedule...'
        }
        actions={
          <>
            <div role="group" aria-label="View" className="flex rounded-control border border-line bg-cloth p-0.5">
              {(['calendar', 'list'] as const).map((one) => (
                <Button
                  key={one}
                  variant="ghost"
                  size="sm"
                  aria-pressed={view === one}
                  onClick={() => address.set({ view: one === 'list' ? 'list' : null })}
                  className={cn('h-9', view === one && 'bg-woad-soft text-woad')}
                >
                  {one === 'calendar' ? <CalendarDays aria-hidden="true" /> : <List aria-hidden="true" />}
                  {one === 'calendar' ? 'Calendar' : 'List'}
                </Button>
              ))}
            </div>
            <Button onClick={() => onCompose({})} onPointerEnter={onComposeHover} onFocus={onComposeHover}>
              <Plus aria-hidden="true" />
              Schedule New Post
            </Button>
          </>
        }
      />
      {view === 'calendar' ? (
        <CalendarPanel
          month={month}
          today={today}
          timeZone={timeZone}
          now={now}
          dayList={dayList}
          onDayList={setDayList}
          onMonth={(next) => address.set({ month: next === monthOf(today) ? null : next })}
          onPost={open}
          onCompose={(date) => onCompose({ date })}
        />
      ) : (
        <ListPanel timeZone={timeZone} onPost={open} onCompose={() => onCompose({})} />
      )}
      <Suspense fallback={null}>
        {postId && !moving ? (
          <PostDetailsDialog
            key={postId}
            id={postId}
            photos={photos}
            timeZone={timeZone}
            onClose={() => address.set({ post: null })}
            onEdit={(post) => {
              address.set({ post: null });
              onEdit(post);
            }}
            onReschedule={setMoving}
          />
        ) : null}
        {moving ? <RescheduleDialog post={moving} timeZone={timeZone} onClose={() => setMoving(null)} /> : null}
      </Suspense>
    </>
  );
}

type CalendarPanelProps = {
  month: string;
  today: Day;
  timeZone: string;
  now: Date;
  dayList: Day | null;
  onDayList(day: Day | null): void;
  onMonth(month: string): void;
  onPost(id: string): void;
  onCompose(date: Day): void;
};

function CalendarPanel(props: CalendarPanelProps) {
  const { month, today, timeZone, now, dayList, onDayList, onMonth, onPost, onCompose } = props;
  const grid = gridOf(month);
  const range = useCalendar(grid[0] ?? today, grid.at(-1) ?? today);
  const all = usePosts();
  const days = useMemo(
    () => byDay(range.data?.posts ?? [], (instant) => dayIn(timeZone, instant)),
    [range.data, timeZone],
  );
  const unscheduled = all.posts.filter((post) => post.status === 'draft' && post.scheduledFor === null);
  const showsFailed = (range.data?.posts ?? []).some((post) => post.status === 'failed');

  const onDay = (day: Day) => {
    const wide = matchMedia('(min-width: 640px)').matches;
    if (day < today || (!wide && days.has(day))) onDayList(day);
    else onCompose(day);
  };
  if (range.isError && !range.data) return <ErrorState onRetry={() => void range.refetch()} />;
  return (
    <>
      <Card className="p-3 sm:p-5">
        <div className="flex flex-wrap items-center gap-2 pb-4">
          <h2 className="mr-auto text-xl font-bold" aria-live="polite">
            {dayText(`${month}-01`, { month: 'long', year: 'numeric' })}
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
            onMonth={onMonth}
          />
        )}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2 pt-4">
          <ul aria-label="Legend" className="flex flex-wrap gap-x-5 gap-y-2">
            {postStatuses
              .filter((status) => status !== 'failed' || showsFailed)
              .map((status) => (
                <li key={status}>
                  <StatusDot status={status} />
                </li>
              ))}
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
            title={dayText(dayList, { weekday: 'long', month: 'long', day: 'numeric' })}
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
                {days.get(dayList)?.map((post) => (
                  <PostRow
                    key={post.id}
                    post={post}
                    timeZone={timeZone}
                    onOpen={(id) => {
                      onDayList(null);
                      onPost(id);
                    }}
                  />
                ))}
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

function ListPanel({ timeZone, onPost, onCompose }: { timeZone: string; onPost(id: string): void; onCompose(): void }) {
  const { posts, isPending, isError, refetch } = usePosts();
  return (
    <Card aria-labelledby="scheduled-posts">
      <CardHeader id="scheduled-posts" title="Scheduled Posts" />
      <CardBody className="px-2">
        {isPending ? (
          <SkeletonGroup text="Loading schedule..." className="grid gap-2 px-3">
            {Array.from({ length: 5 }, (_, index) => (
              <Skeleton key={index} className="h-16" />
            ))}
          </SkeletonGroup>
        ) : isError && posts.length === 0 ? (
          <ErrorState className="border-0" onRetry={() => void refetch()} />
        ) : posts.length === 0 ? (
          <EmptyState
            title="No scheduled posts"
            action={
              <Button onClick={onCompose}>
                <Plus aria-hidden="true" />
                Schedule New Post
              </Button>
            }
          />
        ) : (
          <PostList posts={posts} timeZone={timeZone} onOpen={onPost} />
        )}
      </CardBody>
    </Card>
  );
}
