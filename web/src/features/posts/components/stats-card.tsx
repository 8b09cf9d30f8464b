import { CalendarCheck, CalendarPlus, Images, TrendingUp } from 'lucide-react';
import { formatNumber } from '#lib/format.ts';
import { Card, ErrorState, Skeleton } from '#ui/index.ts';
import { useStats } from '../api/stats.ts';

/** Photos, Scheduled, This Month, Engagement. */
export function StatsCard() {
  const { data, isError, refetch } = useStats();
  if (isError && !data) {
    return <ErrorState onRetry={() => void refetch()} />;
  }
  const figures = [
    { label: 'Photos', value: data && formatNumber(data.totalPhotos), icon: Images },
    { label: 'Scheduled', value: data && formatNumber(data.scheduledPosts), icon: CalendarPlus },
    { label: 'This Month', value: data && formatNumber(data.postsThisMonth), icon: CalendarCheck },
    { label: 'Engagement', value: data && `${(data.engagementRate || 0).toFixed(1)}%`, icon: TrendingUp },
  ];
  return (
    <Card aria-label="Performance">
      <dl className="grid grid-cols-2 divide-line max-sm:[&>*:nth-child(n+3)]:border-t sm:grid-cols-4 sm:divide-x">
        {figures.map(({ label, value, icon: Icon }) => (
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
              {label === 'Engagement' && data && !data.engagementRate ? (
                <span className="block text-xs font-normal tracking-normal text-muted">
                  Fills once posts are published
                </span>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
