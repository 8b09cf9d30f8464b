import { estimate } from '../estimate.ts';
import type { Estimate } from '../estimate.ts';
import { meansOf } from '../evidence.ts';
import type { Evidence } from '../evidence.ts';
import type { Expected } from '../levels.ts';
import { expectedOf, mixed, poolOf } from '../pools.ts';
import type { Pool } from '../pools.ts';
import type { Simulated } from './simulated.ts';

/** What is said of a slot, beside what was planted. */
export type Judged = Estimate & { readonly truth: number };

export function judged(one: Simulated, expected: Expected): readonly Judged[] {
  return beside(one, estimate(one.evidence, expected));
}

/** What is expected of a business of a world by what the others have shown, as the service works it out from the pools of its platforms. */
export function expectedIn(world: readonly Simulated[]): (one: Simulated) => Expected {
  const pools = new Map<string, Pool>();
  for (const platform of new Set(world.flatMap(({ onPlatforms }) => [...onPlatforms.keys()]))) {
    const members = world.flatMap(({ industry, onPlatforms }) => {
      const evidence = onPlatforms.get(platform);
      return evidence === undefined ? [] : [{ industry, evidence }];
    });
    pools.set(platform, poolOf(members));
  }
  return ({ industry, history, onPlatforms }) =>
    mixed(
      [...onPlatforms].map(([platform, own]) => ({
        share: history.filter((target) => target.platform === platform).length / history.length,
        expected: expectedOf(pools.get(platform) ?? new Map(), industry, own),
      })),
    );
}

/** The mean of each slot as it is, with the usual error of a mean: what the model has to be better than. */
export function naive(one: Simulated): readonly Judged[] {
  return beside(one, naiveMeans(one.evidence));
}

export function naiveMeans(evidence: Evidence): readonly Estimate[] {
  const { slots, counts, means, posts } = meansOf(evidence);
  const usual = means.reduce((sum, mean, index) => sum + mean * (counts[index] ?? 0), 0) / posts;
  return slots.map((slot, index) => {
    const effect = (means[index] ?? 0) - usual;
    return { slot, posts: counts[index] ?? 0, effect, low: effect, high: effect };
  });
}

function beside({ truth }: Simulated, estimates: readonly Estimate[]): readonly Judged[] {
  return estimates.map((one) => ({ ...one, truth: truth[one.slot] ?? 0 }));
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** How far the effects are from the planted ones, as root of the mean square. */
export function errorOf(all: readonly Judged[]): number {
  return Math.sqrt(mean(all.map(({ effect, truth }) => (effect - truth) ** 2)));
}

/** The share of stated intervals in which the planted effect lies. */
export function coverageOf(all: readonly Judged[]): number {
  return mean(all.map(({ low, high, truth }) => (low <= truth && truth <= high ? 1 : 0)));
}

/** The slot that really is best, of those in which something went out. */
export function bestOf(all: readonly Judged[]): Judged {
  return all.reduce((best, one) => (one.truth > best.truth ? one : best));
}

/** The slot that is said to be best. */
export function chosenOf(all: readonly Judged[]): Judged {
  return all.reduce((best, one) => (one.effect > best.effect ? one : best));
}

/** Of the slots that are said to be better or worse than usual, the share that is; NaN: none is. */
export function rightOf(all: readonly Judged[]): number {
  const claims = all.filter(({ low, high }) => low > 0 || high < 0);
  return claims.filter(({ low, truth }) => low > 0 === truth > 0).length / claims.length;
}

/** The share of slots that are said to be better or worse than usual. */
export function claimsOf(all: readonly Judged[]): number {
  return mean(all.map(({ low, high }) => (low > 0 || high < 0 ? 1 : 0)));
}
