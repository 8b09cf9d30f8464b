import type { Platform } from '@postloom/contracts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Async } from '#components/async.tsx';
import { Notice } from '#components/notice.tsx';
import { useAlbums } from '#data/albums.ts';
import { usePageContext } from '#data/page-context.tsx';
import { cn } from '#lib/cn.ts';
import { formatInstant } from '#lib/format.ts';
import { dayIn } from '#lib/month-grid.ts';
import { useNow } from '#lib/use-now.ts';
import { useSearchState } from '#lib/use-search-state.ts';
import { Button, PageHeader, SpinnerWithText } from '#ui/index.ts';
import { useAnalytics } from '../api/analytics.ts';
import { beganAmid } from '../figures.ts';
import { rangeOf } from '../range.ts';
import { analyticsTexts } from '../texts.ts';
import { AccountsCard } from './accounts-card.tsx';
import { AutomationOverviewCard } from './automation-overview-card.tsx';
import { BestTimesCard } from './best-times-card.tsx';
import { BreakdownCard } from './breakdown-card.tsx';
import { FindingsCard } from './findings-card.tsx';
import { LibraryCard } from './library-card.tsx';
import { PlatformsCard } from './platforms-card.tsx';
import { RangePicker } from './range-picker.tsx';
import { RecentPostsCard } from './recent-posts-card.tsx';
import { ResultsCard } from './results-card.tsx';
import { SummaryCards } from './summary-cards.tsx';
import { TopPostsCard } from './top-posts-card.tsx';

export type AnalyticsViewProps = {
  timeZone: string;
  /** Platforms with a connected account; undefined while it is not known. */
  connected: ReadonlySet<Platform> | undefined;
  /** No account was ever connected, or none is left. */
  needsAccounts: boolean;
  /** Those that tell no figures of the connected account. */
  silent: ReadonlySet<Platform>;
  /** Accounts that end soon or must be connected again. */
  warnings: ReactNode;
};

/** 'Analytics': what was published and what became of it, and how the library and the schedules stand. */
export function AnalyticsView({ timeZone, connected, needsAccounts, silent, warnings }: AnalyticsViewProps) {
  const address = useSearchState();
  const { business } = usePageContext();
  const today = dayIn(timeZone, useNow());
  const range = rangeOf(address.get, today);
  const query = useAnalytics(range);
  const { albums: known, isError, isPending } = useAlbums();
  const albums = isError || isPending ? undefined : known;
  return (
    <>
      <PageHeader
        title="Analytics"
        description={analyticsTexts.description}
        actions={<RangePicker chosen={range} today={today} onChange={(changes) => address.set(changes)} />}
      />
      {warnings}
      <div className="grid gap-6">
        {needsAccounts ? (
          <Notice
            action={
              <Button asChild size="sm">
                <Link href="/settings#social-accounts">{analyticsTexts.connect}</Link>
              </Button>
            }
          >
            {analyticsTexts.needsAccounts}
          </Notice>
        ) : null}
        <Async query={query} skeleton={<SpinnerWithText text={analyticsTexts.loading} className="min-h-96" />}>
          {(analytics) => {
            const began = business && beganAmid(analytics, business.createdAt);
            return (
              <div
                className={cn('grid gap-6 transition-opacity', query.isPlaceholderData && 'opacity-60')}
                aria-busy={query.isPlaceholderData}
              >
                <SummaryCards library={analytics.library} schedules={analytics.schedules} />
                <ResultsCard analytics={analytics} began={began} />
                <div className="grid items-start gap-6 lg:grid-cols-2">
                  <PlatformsCard byPlatform={analytics.byPlatform} connected={connected} silent={silent} />
                  <BestTimesCard bestTimes={analytics.bestTimes} />
                </div>
                <AccountsCard analytics={analytics} />
                <div className="grid items-start gap-6 lg:grid-cols-2">
                  <BreakdownCard analytics={analytics} albums={albums} began={began} />
                  <div className="grid gap-6">
                    <FindingsCard findings={analytics.findings ?? []} albums={albums} />
                    <LibraryCard library={analytics.library} schedules={analytics.schedules} />
                  </div>
                </div>
                <TopPostsCard posts={analytics.topPosts} timeZone={timeZone} />
              </div>
            );
          }}
        </Async>
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <AutomationOverviewCard />
          <RecentPostsCard timeZone={timeZone} />
        </div>
        {query.data && connected?.size !== 0 ? (
          <p className="text-xs text-muted">
            {query.data.measuredAt === null
              ? analyticsTexts.notMeasured
              : analyticsTexts.measuredAt(formatInstant(query.data.measuredAt, timeZone))}
          </p>
        ) : null}
      </div>
    </>
  );
}
