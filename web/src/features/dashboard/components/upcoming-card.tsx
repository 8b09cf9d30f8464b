import type { Photo, Platform } from '@postloom/contracts';
import { Repeat, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { Async } from '#components/async.tsx';
import { OverviewCard } from '#components/overview-card.tsx';
import { PhotoImage } from '#components/photo-image.tsx';
import { WhenNear } from '#components/when-near.tsx';
import { knownCaption } from '#data/post-state.ts';
import { coverOf, platformsOf, type CalendarEntry } from '#data/calendar-entries.ts';
import { usePhotosById } from '#data/photos.ts';
import { useSchedules } from '#data/schedules.ts';
import { useSocialAccounts, waitingPlatforms } from '#data/social.ts';
import { postStateTexts } from '#data/texts.ts';
import { useUpcoming, type UpcomingDay } from '#data/upcoming.ts';
import { cn } from '#lib/cn.ts';
import { platformRules } from '#lib/contract-data.ts';
import { formatDay, formatTime } from '#lib/format.ts';
import { COMING_DAYS, type Day } from '#lib/month-grid.ts';
import { zoneName } from '#lib/time-zones.ts';
import { listOf } from '#lib/words.ts';
import { Button, EmptyState, PlatformGlyph, SkeletonGroup, SkeletonRows } from '#ui/index.ts';
import { dashboardTexts } from '../texts.ts';

/** Entries that a day shows; the rest is a number. */
const SHOWN = 3;

/** What goes out today and on the six days after, posts and recurring ones alike; while that is nothing, the way to a week. */
export function UpcomingCard({ timeZone, onPlanWeek }: { timeZone: string; onPlanWeek(): void }) {
  const { today, drafts, out, ...query } = useUpcoming(timeZone);
  return (
    <OverviewCard id="next-7-days" title="Next 7 days" href="/schedule">
      <Async
        query={query}
        className="border-0 py-4"
        skeleton={
          <SkeletonGroup text="Loading the next days" className="grid gap-2">
            <SkeletonRows count={COMING_DAYS} className="h-11" />
          </SkeletonGroup>
        }
        isEmpty={(found) => found.every(({ entries }) => entries.length === 0)}
        empty={drafts > 0 ? <DraftsWait drafts={drafts} today={today} /> : <EmptyWeek onPlanWeek={onPlanWeek} />}
      >
        {(found) => (
          <>
            <Days days={found} today={today} out={out} timeZone={timeZone} />
            <p className="pt-2 text-xs text-muted">All times are {zoneName(timeZone)}.</p>
          </>
        )}
      </Async>
      <PausedSchedules />
    </OverviewCard>
  );
}

/** What would fill these days and does not: nothing else on this page shows it. */
function PausedSchedules() {
  const paused = useSchedules().data?.filter(({ isActive }) => !isActive).length ?? 0;
  return paused > 0 ? (
    <p className="pt-2 text-sm">
      <Link href="/automation" className="rounded-sm font-semibold text-woad hover:underline">
        {dashboardTexts.paused(paused)}
      </Link>
    </p>
  ) : null;
}

function EmptyWeek({ onPlanWeek }: { onPlanWeek(): void }) {
  const { title, text, action } = dashboardTexts.emptyWeek;
  return (
    <EmptyState title={title} className="py-6" action={<Button onClick={onPlanWeek}>{action}</Button>}>
      {text}
    </EmptyState>
  );
}

/** Drafts go out only when a person schedules them: the days are empty, but not for want of posts. */
function DraftsWait({ drafts, today }: { drafts: number; today: Day }) {
  const { title, text, action } = dashboardTexts.draftsWait;
  return (
    <EmptyState
      title={title}
      className="py-6"
      action={
        <Button asChild>
          <Link href={`/schedule?view=week&week=${today}`}>{action}</Link>
        </Button>
      }
    >
      {text(drafts)}
    </EmptyState>
  );
}

type DaysProps = {
  days: readonly UpcomingDay[];
  today: Day;
  /** Posts that went out today. */
  out: number;
  timeZone: string;
};

function Days({ days, today, out, timeZone }: DaysProps) {
  const shown = useMemo(() => days.flatMap(({ entries }) => entries.slice(0, SHOWN)), [days]);
  const photos = usePhotosById(useMemo(() => shown.flatMap((entry) => coverOf(entry) ?? []), [shown]));
  const { data: schedules } = useSchedules();
  const { data: accounts } = useSocialAccounts();
  const waiting = useMemo(() => waitingPlatforms(accounts), [accounts]);
  const names = useMemo(() => new Map(schedules?.map(({ id, name }) => [id, name])), [schedules]);
  return (
    <ol className="grid divide-y divide-line">
      {days.map(({ day, entries }) => (
        <li
          key={day}
          className={cn(
            'grid min-h-11 gap-x-4 gap-y-1 py-1.5 sm:grid-cols-[6.5rem_minmax(0,1fr)]',
            entries.length === 0 && 'max-sm:grid-cols-[6.5rem_minmax(0,1fr)]',
          )}
        >
          <span className={cn('flex h-9 items-center text-sm tabular', day === today ? 'font-bold' : 'text-muted')}>
            {day === today ? 'Today' : formatDay(day)}
          </span>
          {entries.length === 0 ? (
            <span className="flex h-9 items-center text-sm text-muted">
              {dashboardTexts.emptyDay(day === today ? out : 0)}
            </span>
          ) : (
            <ul className="-mx-2 grid min-w-0 grid-cols-1">
              {entries.slice(0, SHOWN).map((entry) => (
                <Entry
                  key={entry.key}
                  entry={entry}
                  photo={photos.get(coverOf(entry) ?? '')}
                  name={entry.kind === 'occurrence' ? names.get(entry.occurrence.scheduleId) : undefined}
                  waiting={waiting}
                  timeZone={timeZone}
                />
              ))}
              {entries.length > SHOWN ? (
                <li className="px-2">
                  <Link
                    href={`/schedule?month=${day.slice(0, 7)}`}
                    className="inline-flex min-h-6 items-center rounded-sm text-sm font-semibold text-woad hover:underline"
                  >
                    +{entries.length - SHOWN} more
                    <span className="sr-only"> on {formatDay(day, 'long')}</span>
                  </Link>
                </li>
              ) : null}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

const STAMP = 'size-7 shrink-0 rounded-sm border border-line';

type EntryProps = {
  entry: CalendarEntry;
  photo: Photo | undefined;
  /** Of the recurring schedule. */
  name: string | undefined;
  /** Platforms whose account must be reconnected. */
  waiting: ReadonlySet<Platform>;
  timeZone: string;
};

function Entry({ entry, photo, name, waiting, timeZone }: EntryProps) {
  const isPost = entry.kind === 'post';
  const lost = platformsOf(entry).filter((platform) => waiting.has(platform));
  return (
    <li>
      <Link
        href={isPost ? `/?post=${entry.post.id}` : '/automation'}
        className="flex min-h-9 items-center gap-2.5 rounded-control px-2 py-0.5 transition-colors hover:bg-sunken"
      >
        <time dateTime={entry.at} className="w-19 shrink-0 text-sm whitespace-nowrap font-semibold tabular">
          {formatTime(entry.at, timeZone)}
        </time>
        {photo ? (
          // A week of pictures below the fold kept Lighthouse's phone from the page itself for 300 ms.
          <WhenNear ahead={0} className={cn(STAMP, 'bg-sunken')}>
            <PhotoImage photo={photo} width={64} decorative className={STAMP} />
          </WhenNear>
        ) : (
          <span className="grid size-7 shrink-0 place-items-center rounded-sm border border-dashed border-line bg-sunken text-muted">
            {isPost ? null : <Repeat className="size-3.5" aria-hidden="true" />}
          </span>
        )}
        <span className={cn('min-w-0 flex-1 truncate text-sm', !isPost && 'text-muted')}>
          {isPost ? knownCaption(entry.post) : (name ?? 'Recurring post')}
          {isPost ? null : <span className="sr-only">, recurring</span>}
        </span>
        {lost.length > 0 ? <LostSign platforms={lost} /> : null}
        <span className="flex shrink-0 items-center gap-1">
          {platformsOf(entry).map((platform) => (
            <PlatformGlyph key={platform} platform={platform} className="size-3.5" />
          ))}
        </span>
      </Link>
    </li>
  );
}

/** The warning of the calendar: the account of a platform must be reconnected before this can go out. */
function LostSign({ platforms }: { platforms: readonly Platform[] }) {
  const text = postStateTexts.reconnectFirst(listOf(platforms.map((one) => platformRules[one].name)));
  return (
    <span title={text}>
      <TriangleAlert className="size-3.5 shrink-0 text-weld" aria-hidden="true" />
      <span className="sr-only">{text}</span>
    </span>
  );
}
