import type { Analytics } from '@postloom/contracts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Suspense, useState } from 'react';
import { cn } from '#lib/cn.ts';
import { formatDays, formatNumber } from '#lib/format.ts';
import { lazily } from '#lib/lazily.ts';
import { Card, CardBody, CardHeader, NativeSelect, Skeleton } from '#ui/index.ts';
import {
  changeOf,
  formatFigure,
  metrics,
  pointsOf,
  showsWeeks,
  summaryOf,
  type Change,
  type Metric,
} from '../figures.ts';
import { analyticsTexts } from '../texts.ts';
import { ChartFrame } from './chart-frame.tsx';
import { ReportButtons } from './report-buttons.tsx';

const TimeChart = lazily(() => import('../charts/time-chart.tsx'));
const texts = analyticsTexts.results;

/** The figures of the range beside those of the period before, and one of them over time. */
export function ResultsCard({
  analytics,
  began,
}: {
  analytics: Analytics;
  /** As `beganAmid` has it. */
  began: string | null;
}) {
  const { totals, previous, followers } = analytics;
  const [metric, setMetric] = useState<Metric>('interactions');
  const before = previous.totals;
  const shown: readonly (readonly [Metric, string, number | null, number | null])[] = [
    ['engagementRate', metrics.engagementRate, totals.engagementRate, before.engagementRate],
    ['interactions', metrics.interactions, totals.interactions, before.interactions],
    ['audience', metrics.audience, totals.audience, before.audience],
    ['views', metrics.views, totals.views, before.views],
    ['posts', texts.published, totals.publishedPosts, before.publishedPosts],
    ['followers', metrics.followers, followers.now, followers.before],
  ];
  const points = pointsOf(analytics, metric);
  const format = (value: number) => formatFigure(metric, value);
  const summary = summaryOf(metrics[metric], points, format);
  const isByWeek = metric !== 'followers' && showsWeeks(analytics);
  return (
    <Card aria-labelledby="results">
      <CardHeader
        id="results"
        title={texts.title}
        description={`${formatDays(analytics.from, analytics.to)}. ${texts.against(formatDays(previous.from, previous.to))}.${began === null ? '' : ` ${texts.began(began)}`}`}
        action={<ReportButtons range={analytics} />}
      />
      <CardBody className="grid gap-6">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-6">
          {shown.map(([key, label, now, then]) => (
            <div key={key} className="grid content-start gap-0.5">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="grid gap-0.5">
                <span className={cn('font-bold tabular', now === null ? 'text-sm' : 'text-2xl')}>
                  {now === null ? texts.unknown : key === 'posts' ? formatNumber(now) : formatFigure(key, now)}
                </span>
                {now === null ? null : <ChangeNote change={changeOf(key, now, then, began === null)} />}
              </dd>
            </div>
          ))}
        </dl>
        <RateExplained />
        <div className="grid gap-3 border-t border-line pt-5">
          <div className="w-48">
            <NativeSelect
              aria-label={texts.chart}
              value={metric}
              onChange={(event) => setMetric(event.target.value as Metric)}
            >
              {Object.entries(metrics).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          </div>
          <ChartFrame
            summary={summary}
            name={isByWeek ? analyticsTexts.chart.week : analyticsTexts.chart.day}
            value={metrics[metric]}
            points={points}
            note={analyticsTexts.chart.beforeNote(formatDays(previous.from, previous.to))}
            format={format}
          >
            <Suspense fallback={<Skeleton className="h-60" />}>
              <TimeChart
                points={points}
                shape={metric === 'followers' || metric === 'engagementRate' ? 'line' : 'bars'}
                isCount={metric !== 'engagementRate'}
                summary={summary ?? ''}
                format={format}
              />
            </Suspense>
          </ChartFrame>
        </div>
      </CardBody>
    </Card>
  );
}

/** What became of a figure since the period before: the sign is said, not only colored. */
export function ChangeNote({ change }: { change: Change | null }) {
  if (change === null) {
    return <span className="text-xs text-muted">{texts.noComparison}</span>;
  }
  const Arrow = change.direction === 'up' ? ArrowUp : ArrowDown;
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1 text-xs font-semibold tabular',
        { up: 'text-moss', down: 'text-madder', same: 'text-muted' }[change.direction],
      )}
    >
      {change.direction === 'same' ? null : <Arrow className="size-3" aria-hidden="true" />}
      {change.text}
    </span>
  );
}

function RateExplained() {
  return (
    <details className="text-sm text-muted">
      <summary className="w-fit cursor-pointer rounded-sm font-semibold text-woad">{texts.rateTitle}</summary>
      <p className="mt-2 max-w-[68ch]">{texts.rate}</p>
      <p className="mt-2 max-w-[68ch]">{analyticsTexts.platforms.differ}</p>
    </details>
  );
}
