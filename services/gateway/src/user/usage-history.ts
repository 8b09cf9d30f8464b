import type { UsageHistory, UserUsageHistory } from '@postloom/contracts';

const PERIODS = 12;
const metrics = ['posts', 'captions'] as const;

/** The owners' figures by billing period, newest first. Both count from the same day, so their periods begin at the same instants. */
export function usageHistory(
  histories: Readonly<Record<(typeof metrics)[number], UsageHistory | null>>,
): UserUsageHistory {
  const withoutUse = (metric: (typeof metrics)[number]): number | null => (histories[metric] === null ? null : 0);
  const none = { posts: withoutUse('posts'), captions: withoutUse('captions') };
  const periods = new Map<string, typeof none>();
  for (const metric of metrics) {
    for (const { periodStart, used } of histories[metric]?.periods ?? []) {
      const figures = periods.get(periodStart) ?? none;
      periods.set(periodStart, { ...figures, [metric]: used });
    }
  }
  const unavailable = metrics.filter((metric) => histories[metric] === null);
  return {
    periods: [...periods]
      .toSorted(([a], [b]) => (a < b ? 1 : -1))
      .slice(0, PERIODS)
      .map(([periodStart, figures]) => ({ periodStart, ...figures })),
    ...(unavailable.length > 0 && { unavailable }),
  };
}
