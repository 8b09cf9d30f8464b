import { CalendarDays, FileUp, List, Plus, Rss } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { cn } from '#lib/cn.ts';
import { useSearchState } from '#lib/use-search-state.ts';
import { plural } from '#lib/words.ts';
import {
  Button,
  Card,
  CardBody,
  CardHeader,
  EmptyState,
  ErrorState,
  PageHeader,
  Skeleton,
  SkeletonGroup,
} from '#ui/index.ts';
import { usePosts, useScheduledPosts } from '#data/posts.ts';
import { dayIn, isMonth, monthOf, type Day } from '#lib/month-grid.ts';
import { useNow } from '#lib/use-now.ts';
import { CalendarPanel } from './calendar-panel.tsx';
import { PostList } from './post-list.tsx';

const ImportDialog = lazy(() => import('./calendar-tools.ts').then((module) => ({ default: module.ImportDialog })));
const FeedDialog = lazy(() => import('./calendar-tools.ts').then((module) => ({ default: module.FeedDialog })));

export type ScheduleViewProps = {
  timeZone: string;
  onCompose(initial: { date?: string }): void;
  onComposeHover(): void;
  onPost(id: string): void;
  /** To the schedules that bring the recurring posts. */
  onAutomation(): void;
};

/** 'Content Calendar': the month or the list, its import and its feed, and the way to a new post. */
export function ScheduleView({ timeZone, onCompose, onComposeHover, onPost, onAutomation }: ScheduleViewProps) {
  const address = useSearchState();
  const now = useNow();
  const today = dayIn(timeZone, now);
  const asked = address.get('month');
  const month = isMonth(asked) ? asked : monthOf(today);
  const view = address.get('view') === 'list' ? 'list' : 'calendar';
  const scheduled = useScheduledPosts();
  const [dayList, setDayList] = useState<Day | null>(null);
  const [tool, setTool] = useState<'import' | 'feed' | null>(null);

  return (
    <>
      <PageHeader
        title="Content Calendar"
        description={scheduled.data ? plural(scheduled.posts.length, 'scheduled post') : 'Loading schedule...'}
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
            <Button variant="secondary" className="max-sm:w-10 max-sm:px-0" onClick={() => setTool('import')}>
              <FileUp aria-hidden="true" />
              <span className="max-sm:sr-only">Import</span>
            </Button>
            <Button variant="secondary" className="max-sm:w-10 max-sm:px-0" onClick={() => setTool('feed')}>
              <Rss aria-hidden="true" />
              <span className="max-sm:sr-only">Subscribe</span>
            </Button>
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
          onPost={onPost}
          onCompose={(date) => onCompose({ date })}
          onOccurrence={onAutomation}
        />
      ) : (
        <ListPanel timeZone={timeZone} onPost={onPost} onCompose={() => onCompose({})} />
      )}
      <Suspense fallback={null}>
        {tool === 'import' ? (
          <ImportDialog
            timeZone={timeZone}
            today={today}
            onClose={() => setTool(null)}
            onPost={(id) => {
              setTool(null);
              onPost(id);
            }}
          />
        ) : null}
        {tool === 'feed' ? <FeedDialog timeZone={timeZone} onClose={() => setTool(null)} /> : null}
      </Suspense>
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
