import type { Panel, Query, Unit } from '../dashboard.ts';

export const lines = (
  title: string,
  description: string,
  unit: Unit,
  queries: readonly Query[],
  limit?: number,
): Panel => ({
  kind: 'lines',
  ...{ title, description, unit, queries },
  ...(limit === undefined ? {} : { limit }),
});
export const number = (title: string, description: string, unit: Unit, expr: string, limit?: number): Panel => ({
  kind: 'number',
  ...{ title, description, unit, queries: [{ expr, legend: title }] },
  ...(limit === undefined ? {} : { limit }),
});

/** The value below which that share of a histogram's measurements lies. */
export const quantile = (share: number, buckets: string, by?: string): string =>
  `histogram_quantile(${share}, sum by (${by === undefined ? '' : `${by}, `}le) (rate(${buckets}[5m])))`;
/** The same for each value of that label, each a line. */
export const quantileBy = (by: string, share: number, buckets: string): readonly Query[] => [
  { expr: quantile(share, buckets, by), legend: `{{${by}}}` },
];
/** The 50th, 95th and 99th of a hundred, each a line. */
export const quantiles = (buckets: string, by?: string): readonly Query[] =>
  [0.5, 0.95, 0.99].map((share) => ({
    expr: quantile(share, buckets, by),
    legend: `${by === undefined ? '' : `{{${by}}} `}p${share * 100}`,
  }));
/** The series of every service whose names differ only in the service. */
export const everyService = (thing: string, labels = ''): string =>
  `{__name__=~"postloom_[a-z]+_${thing}"${labels === '' ? '' : `, ${labels}`}}`;
/** A series of what is counted begins with the first one: until then its share is 0 and not unknown. */
export const shareOf = (some: string, all: string): string => `(${some} or 0 * ${all}) / ${all}`;
export const failed = 'code=~"internal|unavailable|deadline"';
