import type { Album, Analytics } from '@postloom/contracts';
import { Suspense, useState } from 'react';
import { NothingYet } from '#components/nothing-yet.tsx';
import { formatDays } from '#lib/format.ts';
import { lazily } from '#lib/lazily.ts';
import { Card, CardBody, CardHeader, NativeSelect, Skeleton } from '#ui/index.ts';
import { barsOf, dimensions, groupsOf, rowsOf, type Dimension } from '../breakdown.ts';
import { formatFigure, metrics, summaryOf, type Metric } from '../figures.ts';
import { analyticsTexts } from '../texts.ts';
import { ChartFrame } from './chart-frame.tsx';

const BarChart = lazily(() => import('../charts/bar-chart.tsx'));
const texts = analyticsTexts.breakdown;
const compared = ['engagementRate', 'interactions', 'audience', 'posts'] as const satisfies readonly Metric[];

/** Posts by what they have in common. */
export function BreakdownCard({
  analytics,
  albums,
  began,
}: {
  analytics: Analytics;
  albums: readonly Album[] | undefined;
  /** As `beganAmid` has it. */
  began: string | null;
}) {
  const [dimension, setDimension] = useState<Dimension>('weekday');
  const [metric, setMetric] = useState<(typeof compared)[number]>('engagementRate');
  const groups = groupsOf(analytics, dimension, albums);
  const points = rowsOf(groups, metric, began === null);
  const format = (value: number) => formatFigure(metric, value);
  const summary = summaryOf(metrics[metric], points, format);
  const { from, to } = analytics.previous;
  return (
    <Card aria-labelledby="breakdown">
      <CardHeader
        id="breakdown"
        title={texts.title}
        description={
          groups.some(({ figures }) => figures.previous !== undefined)
            ? `${analyticsTexts.counted} ${analyticsTexts.results.against(formatDays(from, to))}.`
            : analyticsTexts.counted
        }
      />
      <CardBody className="grid gap-4">
        <div className="flex flex-wrap gap-2">
          <NativeSelect
            aria-label={texts.by}
            className="w-48"
            value={dimension}
            onChange={(event) => setDimension(event.target.value as Dimension)}
          >
            {dimensions.map((one) => (
              <option key={one} value={one}>
                {texts.dimensions[one]}
              </option>
            ))}
          </NativeSelect>
          <NativeSelect
            aria-label={analyticsTexts.results.chart}
            className="w-44"
            value={metric}
            onChange={(event) => setMetric(event.target.value as (typeof compared)[number])}
          >
            {compared.map((one) => (
              <option key={one} value={one}>
                {metrics[one]}
              </option>
            ))}
          </NativeSelect>
        </div>
        {groups.length === 0 ? (
          <NothingYet href="/schedule" action={texts.toCalendar}>
            {texts.none}
          </NothingYet>
        ) : (
          <ChartFrame
            summary={summary}
            name={texts.dimensions[dimension]}
            value={metrics[metric]}
            points={points}
            format={format}
          >
            <Suspense fallback={<Skeleton className="h-60" />}>
              <BarChart
                points={barsOf(groups, dimension, metric, began === null)}
                summary={summary ?? ''}
                format={format}
              />
            </Suspense>
          </ChartFrame>
        )}
      </CardBody>
    </Card>
  );
}
