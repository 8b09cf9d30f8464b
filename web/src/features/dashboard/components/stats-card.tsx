import type { DashboardStats } from '@postloom/contracts';
import { CalendarCheck, CalendarPlus, Images, TrendingUp } from 'lucide-react';
import { useStats } from '#data/stats.ts';
import { formatMonth, formatNumber } from '#lib/format.ts';
import { dayIn, monthOf, shiftMonth, type Month } from '#lib/month-grid.ts';
import { useNow } from '#lib/use-now.ts';
import { Card, ErrorState, Skeleton } from '#ui/index.ts';
import { dashboardTexts } from '../texts.ts';

/** Photos, Scheduled, This Month, Engagement; each says what it counts, and how it stands against the time before. */
export function StatsCard({ timeZone }: { timeZone: string }) {
  const { data, isError, refetch } = useStats();
  const month = monthOf(dayIn(timeZone, useNow(60_000)));
  if (isError && !data) {
    return <ErrorState onRetry={() => void refetch()} />;
  }
  const figures = [
    {
      label: 'Photos',
      value: data && formatNumber(data.totalPhotos),
      note: dashboardTexts.figures.photos,
      icon: Images,
    },
    {
      label: 'Scheduled',
      value: data && formatNumber(data.scheduledPosts),
      note: dashboardTexts.figures.scheduled,
      icon: CalendarPlus,
    },
    {
      label: 'This Month',
      value: data && formatNumber(data.postsThisMonth),
      note: dashboardTexts.figures.createdIn(formatMonth(month)),
      change: data && postsChange(data, shiftMonth(month, -1)),
      icon: CalendarCheck,
    },
    {
      label: 'Engagement',
      value: data && `${(data.engagementRate || 0).toFixed(1)}%`,
      note: data?.engagementMeasured ? dashboardTexts.figures.engagement : dashboardTexts.figures.noEngagement,
      change: data && rateChange(data),
      icon: TrendingUp,
    },
  ];
  return (
    <Card aria-label="Performance">
      <dl className="grid grid-cols-2 divide-line max-sm:[&>*:nth-child(n+3)]:border-t sm:grid-cols-4 sm:divide-x">
        {figures.map(({ label, value, note, change, icon: Icon }) => (
          <div
            key={label}
            className="grid content-start gap-1 border-line px-5 py-4 max-sm:[&:nth-child(even)]:border-l"
          >
            <dt className="flex items-center gap-2 text-sm text-muted">
              <Icon className="size-4" aria-hidden="true" />
              {label}
            </dt>
            <dd className="text-2xl font-bold tabular">
              {value ?? (
                <>
                  <span className="sr-only">Loading</span>
                  <Skeleton className="my-1 h-7 w-16" />
                </>
              )}
              <span className="grid gap-0.5 text-xs font-normal tracking-normal text-muted">
                <span>{note}</span>
                {change ? <span>{change}</span> : null}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Nothing where the month before had no posts, or is not known: a business that has just begun has nothing to compare. */
function postsChange({ postsThisMonth, lastMonth: { posts } }: DashboardStats, month: Month): string | null {
  return posts ? dashboardTexts.figures.againstMonth(postsThisMonth - posts, formatMonth(month)) : null;
}

/** As it is shown: of rates with one decimal. Nothing unless both were measured. */
function rateChange({ engagementRate, engagementMeasured, lastMonth }: DashboardStats): string | null {
  if (!engagementMeasured || lastMonth.engagementRate === null) {
    return null;
  }
  const more = Number(engagementRate.toFixed(1)) - Number(lastMonth.engagementRate.toFixed(1));
  const points = Math.abs(more).toFixed(1);
  return dashboardTexts.figures.againstDays(points, points === '0.0' ? 0 : more);
}
