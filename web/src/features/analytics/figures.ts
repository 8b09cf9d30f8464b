import type { Analytics, Figures } from '@postloom/contracts';
import { formatDate, formatDay, formatNumber } from '#lib/format.ts';
import { dayIn } from '#lib/month-grid.ts';
import { analyticsTexts } from './texts.ts';

/** What can be shown over time. */
export const { metrics } = analyticsTexts;
export type Metric = keyof typeof metrics;

/** '4.8%', '1,234'; a dash where nothing is known. */
export function formatFigure(metric: Metric, value: number | null): string {
  if (value === null) {
    return '–';
  }
  return metric === 'engagementRate' ? formatRate(value) : formatNumber(value);
}

export function formatRate(rate: number): string {
  return `${rate.toFixed(1)}%`;
}

export type Change = { direction: 'up' | 'down' | 'same'; text: string };

/** A percentage of a smaller count says little: there, one more or less is already more than 10%. The count itself is named instead. */
const LEAST_BASE = 10;

/** Figures that stand for themselves, however many days they are of; all others are sums over the days. */
const levels: ReadonlySet<Metric> = new Set(['engagementRate', 'followers']);

/**
 * A figure against that of the period before; null when there is nothing to compare. Rates differ in points, counts in percent.
 * `isWhole`: all days of the period before are known; sums over some of them can't be compared.
 */
export function changeOf(metric: Metric, now: number | null, before: number | null, isWhole = true): Change | null {
  if (!isWhole && !levels.has(metric)) {
    return null;
  }
  if (now === null || before === null || (before === 0 && now !== 0 && metric !== 'engagementRate')) {
    return null;
  }
  const by = metric === 'engagementRate' ? now - before : before === 0 ? 0 : ((now - before) / before) * 100;
  const size = metric === 'engagementRate' ? Number(Math.abs(by).toFixed(1)) : Math.round(Math.abs(by));
  const texts = analyticsTexts.change;
  if (size === 0) {
    return { direction: 'same', text: texts.same };
  }
  const direction = by > 0 ? 'up' : 'down';
  const told =
    metric === 'engagementRate'
      ? texts.points(size)
      : before < LEAST_BASE
        ? texts.from(formatNumber(before))
        : texts.percent(formatNumber(size));
  return { direction, text: texts[direction](told) };
}

/** The day on which a business began, in words, when some days of the period before were without it; null: all were, or none. */
export function beganAmid({ previous, timeZone }: Analytics, createdAt: string): string | null {
  const day = dayIn(timeZone, createdAt);
  return day > previous.from && day <= previous.to ? formatDate(createdAt, timeZone) : null;
}

/** A value of a chart, with its name in the table beside it. */
export type Point = {
  key: string;
  label: string;
  value: number | null;
  /** The same in the period before; without it nobody compares. */
  before?: number | null;
  /** What became of it since, in words. */
  change?: string;
};

/** Beyond so many days a chart shows weeks. */
const MOST_DAYS = 92;
const WEEK = 7;

export function showsWeeks({ byDay }: Pick<Analytics, 'byDay'>): boolean {
  return byDay.length > MOST_DAYS;
}

/** The values of a metric over the days of an answer; for long ranges over weeks, whose rate is that of their sums. */
export function pointsOf(analytics: Pick<Analytics, 'byDay' | 'followers'>, metric: Metric): readonly Point[] {
  const point = (day: string, value: number | null): Point => ({ key: day, label: formatDay(day), value });
  if (metric === 'followers') {
    return analytics.followers.byDay.map(({ day, followers }) => point(day, followers));
  }
  const step = showsWeeks(analytics) ? WEEK : 1;
  const isCompared = analytics.byDay.some(({ previous }) => previous !== undefined);
  const points: Point[] = [];
  for (let first = 0; first < analytics.byDay.length; first += step) {
    const days = analytics.byDay.slice(first, first + step);
    points.push({
      ...point(days[0]?.day ?? '', together(days, metric)),
      ...(isCompared ? { before: together(previousOf(days), metric) } : {}),
    });
  }
  return points;
}

/** What the same groups came to in the period before; those without posts then are left out. */
export function previousOf(groups: readonly { previous?: Figures | undefined }[]): readonly Figures[] {
  return groups.flatMap(({ previous }) => previous ?? []);
}

/** A metric of several groups of posts; their rate is that of their sums. */
export function together(groups: readonly Figures[], metric: Exclude<Metric, 'followers'>): number | null {
  return metric === 'engagementRate' ? rateOf(groups) : sumOf(groups, metric);
}

function sumOf(days: readonly Figures[], metric: Exclude<Metric, 'followers'>): number | null {
  const told = days.map((figures) => figures[metric]).filter((value) => value !== null);
  return told.length === 0 ? null : told.reduce((sum, value) => sum + value, 0);
}

/** By the rates and not by the interactions: some of these may be of posts that have no audience, which the rate leaves out. */
function rateOf(days: readonly Figures[]): number | null {
  const rated = days.flatMap(({ engagementRate: rate, audience }) =>
    rate === null || !audience ? [] : { rate, audience },
  );
  const all = rated.reduce((sum, { audience }) => sum + audience, 0);
  return all === 0 ? null : rated.reduce((sum, { rate, audience }) => sum + (rate * audience) / all, 0);
}

/** What a chart shows, in a sentence: its highest and its lowest value, and where they are. */
export function summaryOf(name: string, points: readonly Point[], format: (value: number) => string): string | null {
  const told = points.filter((point): point is Point & { value: number } => point.value !== null);
  const [first] = told;
  if (!first) {
    return null;
  }
  const texts = analyticsTexts.chart;
  const highest = told.reduce((most, point) => (point.value > most.value ? point : most), first);
  const lowest = told.reduce((least, point) => (point.value < least.value ? point : least), first);
  if (highest.value === lowest.value) {
    return told.length === 1
      ? texts.single(name, format(first.value), first.label)
      : texts.throughout(name, format(first.value));
  }
  return texts.range(name, format(highest.value), highest.label, format(lowest.value), lowest.label);
}
