import { engagementRate, figureNames } from '@postloom/contracts';
import type { FigureName, Figures } from '@postloom/contracts';

const summed = [...figureNames, 'interactions', 'audience', 'ratedInteractions'] as const;
type Summed = FigureName | 'interactions' | 'audience' | 'ratedInteractions';

/** Figures of several posts without the rate, which follows from them: `ratedInteractions` are those of posts with an audience. */
export type Sums = Readonly<Record<Summed, number | null>> & { readonly posts: number; readonly measured: number };

export const noSums: Sums = {
  ...{ posts: 0, measured: 0, views: null, reach: null, likes: null, comments: null, shares: null, saves: null },
  ...{ clicks: null, interactions: null, audience: null, ratedInteractions: null },
};

/** What nobody has told stays unknown: null and 5 are 5, null and null are null. */
export function addSums(one: Sums, other: Sums): Sums {
  const total: Record<string, number | null> = {
    posts: one.posts + other.posts,
    measured: one.measured + other.measured,
  };
  for (const name of summed) {
    const [a, b] = [one[name], other[name]];
    total[name] = a === null ? b : a + (b ?? 0);
  }
  return total as unknown as Sums;
}

/** One sum per key, in the order in which the keys come first. */
export function sumBy<T extends Sums, K>(rows: readonly T[], keyOf: (row: T) => K): Map<K, Sums> {
  const sums = new Map<K, Sums>();
  for (const row of rows) {
    const key = keyOf(row);
    sums.set(key, addSums(sums.get(key) ?? noSums, row));
  }
  return sums;
}

/** As the contract has them: the row's other columns left out. */
export function figuresOf(sums: Sums): Figures {
  const { posts, measured, views, reach, likes, comments, shares, saves, clicks, interactions, audience } = sums;
  return {
    ...{ posts, measured, views, reach, likes, comments, shares, saves, clicks, interactions, audience },
    engagementRate: engagementRate(sums.ratedInteractions, audience),
  };
}
