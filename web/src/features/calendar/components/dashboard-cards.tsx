import type { Post } from '@postloom/contracts';
import { Check } from 'lucide-react';
import { Link } from 'wouter';
import { cn } from '#lib/cn.ts';
import { OverviewCard } from '#components/overview-card.tsx';
import { formatDay, formatInstant, formatTime } from '#lib/format.ts';
import { excerpt } from '#lib/words.ts';
import {
  Badge,
  Button,
  Card,
  CardBody,
  CardHeader,
  EmptyState,
  ErrorState,
  Skeleton,
  SkeletonGroup,
  StatusShape,
  statusLabels,
} from '#ui/index.ts';
import { useHasPosts, useScheduledPosts } from '#data/posts.ts';
import { dayIn, shiftDay } from '#lib/month-grid.ts';
import { byDay, postEntries } from '../calendar-entries.ts';
import { useNow } from '#lib/use-now.ts';

const QUICK = 3;

/** Up to 3 scheduled posts and the way to a new one. */
export function QuickScheduleCard({ timeZone, onCreate }: { timeZone: string; onCreate(): void }) {
  const { posts, isPending, isError, refetch } = useScheduledPosts();
  return (
    <OverviewCard id="quick-schedule" title="Quick Schedule" href="/schedule">
      {isPending ? (
        <SkeletonGroup text="Loading your scheduled posts" className="grid gap-2">
          {Array.from({ length: QUICK }, (_, index) => (
            <Skeleton key={index} className="h-14" />
          ))}
        </SkeletonGroup>
      ) : isError && posts.length === 0 ? (
        <ErrorState className="border-0 py-4" onRetry={() => void refetch()} />
      ) : posts.length === 0 ? (
        <EmptyState
          title="No scheduled posts"
          className="py-4"
          action={<Button onClick={onCreate}>Create Post</Button>}
        />
      ) : (
        <ul className="-mx-2 grid divide-y divide-line">
          {posts.slice(0, QUICK).map((post) => (
            <QuickRow key={post.id} post={post} timeZone={timeZone} />
          ))}
        </ul>
      )}
    </OverviewCard>
  );
}

function QuickRow({ post, timeZone }: { post: Post; timeZone: string }) {
  return (
    <li>
      <Link
        href={`/schedule?post=${post.id}`}
        className="flex items-center gap-3 rounded-control px-2 py-2.5 hover:bg-sunken"
      >
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className="truncate text-sm font-semibold lg:hidden" aria-hidden="true">
            {excerpt(post.caption, 30)}
          </span>
          <span className="hidden truncate text-sm font-semibold lg:block" aria-hidden="true">
            {excerpt(post.caption, 20)}
          </span>
          <span className="sr-only">{post.caption}</span>
          <span className="text-xs text-muted tabular">
            {post.scheduledFor ? formatInstant(post.scheduledFor, timeZone) : 'No date set'}
          </span>
        </span>
        <Badge tone={post.status === 'scheduled' ? 'primary' : 'flax'}>{statusLabels[post.status]}</Badge>
      </Link>
    </li>
  );
}

/** The next seven days of the business, today first. */
export function NextSevenDaysCard({ timeZone }: { timeZone: string }) {
  const { posts, isPending, isError, refetch } = useScheduledPosts();
  const today = dayIn(timeZone, useNow(60_000));
  const days = byDay(postEntries(posts), (instant) => dayIn(timeZone, instant));
  return (
    <Card aria-labelledby="next-7-days">
      <CardHeader id="next-7-days" title="Next 7 days" />
      <CardBody>
        {isPending ? (
          <SkeletonGroup text="Loading the next days">
            <Skeleton className="h-72" />
          </SkeletonGroup>
        ) : isError && posts.length === 0 ? (
          <ErrorState className="border-0 py-4" onRetry={() => void refetch()} />
        ) : (
          <ol className="grid divide-y divide-line">
            {Array.from({ length: 7 }, (_, index) => shiftDay(today, index)).map((day) => (
              <li key={day} className="grid min-h-10 grid-cols-[5.5rem_1fr] items-center gap-3 py-1.5 text-sm">
                <span className={cn('tabular', day === today ? 'font-bold' : 'text-muted')}>
                  {day === today ? 'Today' : formatDay(day)}
                </span>
                <span className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
                  {(days.get(day) ?? []).slice(0, 3).map(({ post, at }) => (
                    <Link
                      key={post.id}
                      href={`/schedule?post=${post.id}`}
                      className="flex min-h-6 max-w-full items-center gap-1.5 rounded-sm hover:underline"
                    >
                      <StatusShape status={post.status} />
                      <span className="tabular">{formatTime(at, timeZone)}</span>
                      <span className="truncate text-muted">{excerpt(post.caption, 20)}</span>
                    </Link>
                  ))}
                  {(days.get(day)?.length ?? 0) > 3 ? (
                    <Link href="/schedule" className="text-muted hover:underline">
                      +{(days.get(day)?.length ?? 0) - 3}
                    </Link>
                  ) : null}
                  {days.has(day) ? null : <span className="text-muted">Nothing planned</span>}
                </span>
              </li>
            ))}
          </ol>
        )}
      </CardBody>
    </Card>
  );
}

export type GettingStartedProps = {
  connected: boolean;
  uploaded: boolean;
  onConnect(): void;
  onUpload(): void;
  onCreate(): void;
};

/** Connect, upload, first post. It goes when all three are done. */
export function GettingStartedCard({ connected, uploaded, onConnect, onUpload, onCreate }: GettingStartedProps) {
  const hasPosts = useHasPosts();
  const steps = [
    { label: 'Connect a social account', done: connected, action: 'Connect', run: onConnect },
    { label: 'Upload your first photos', done: uploaded, action: 'Upload Photos', run: onUpload },
    { label: 'Schedule your first post', done: hasPosts === true, action: 'Create Post', run: onCreate },
  ];
  if (hasPosts === undefined || steps.every((step) => step.done)) {
    return null;
  }
  const next = steps.find((step) => !step.done);
  return (
    <Card aria-labelledby="getting-started">
      <CardHeader
        id="getting-started"
        title="Getting started"
        description={`${steps.filter((step) => step.done).length} of ${steps.length} done`}
      />
      <CardBody>
        <ol className="grid gap-2">
          {steps.map((step) => (
            <li key={step.label} className="flex min-h-11 items-center gap-3">
              <span
                aria-hidden="true"
                className={cn(
                  'grid size-6 shrink-0 place-items-center rounded-full border',
                  step.done ? 'border-moss bg-moss-soft text-moss' : 'border-line-strong text-transparent',
                )}
              >
                <Check className="size-4" />
              </span>
              <span className={cn('flex-1 text-sm font-semibold', step.done && 'text-muted line-through')}>
                {step.label}
                <span className="sr-only">{step.done ? ', done' : ''}</span>
              </span>
              {step.done ? null : (
                <Button size="sm" variant={step === next ? 'primary' : 'secondary'} onClick={step.run}>
                  {step.action}
                </Button>
              )}
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}
