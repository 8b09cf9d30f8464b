import { LuDecomposition, Matrix } from 'ml-matrix';
import { meansOf } from './evidence.ts';
import type { Evidence } from './evidence.ts';
import { covariances, nothingKnown } from './levels.ts';
import type { Expected } from './levels.ts';
import { SLOTS } from './week.ts';

/** Fewer businesses than this are nobody's yardstick: their figures could be told apart, and say little. */
export const LEAST_BUSINESSES = 10;
/** Posts whose spread within their slots is known by this many make a spread of their own; before, the usual one. */
const LEAST_DEGREES = 50;
const USUAL_NOISE = 0.6;

/** A Gaussian belief about the slots as precision and precision times mean, in which beliefs add up and may know nothing of some. */
export interface Belief {
  readonly precision: Matrix;
  readonly weighted: Matrix;
}

/** What the businesses of an industry have shown on a platform. */
export interface IndustryPool {
  readonly businesses: number;
  /** How much two posts of one slot differ. */
  readonly noise: number;
  readonly belief: Belief;
}

/** By industry, those of one platform. */
export type Pool = ReadonlyMap<string, IndustryPool>;

const eye = Matrix.eye(SLOTS);
const unknown = (): Belief => ({ precision: Matrix.zeros(SLOTS, SLOTS), weighted: Matrix.zeros(SLOTS, 1) });
// Of all arithmetic here, copies of matrices take the most time: sums are made in what was just made for them.
/** Adds a belief to one that nobody else holds. */
const addTo = (own: Belief, other: Belief): Belief => ({
  precision: own.precision.add(other.precision),
  weighted: own.weighted.add(other.weighted),
});

/** What is believed of a level's mean when `belief` is about one of its members, which differ by `spread`. */
function through({ precision, weighted }: Belief, spread: Matrix): Belief {
  const damping = new LuDecomposition(precision.mmul(spread).add(eye));
  return { precision: damping.solve(precision), weighted: damping.solve(weighted) };
}

/** What a business's posts say about its slots; how well it does as a whole is its own and left out. */
function saidBy(evidence: Evidence, noise: number): Belief {
  const belief = unknown();
  const { slots, counts, means, posts } = meansOf(evidence);
  const usual = means.reduce((sum, mean, index) => sum + mean * (counts[index] ?? 0), 0) / Math.max(1, posts);
  slots.forEach((slot, row) => {
    const count = counts[row] ?? 0;
    belief.weighted.set(slot, 0, (count * ((means[row] ?? 0) - usual)) / noise ** 2);
    slots.forEach((other, column) => {
      const own = slot === other ? count : 0;
      belief.precision.set(slot, other, (own - (count * (counts[column] ?? 0)) / posts) / noise ** 2);
    });
  });
  return belief;
}

/** How much two posts of one slot differ among these businesses. */
export function noiseOf(histories: readonly Evidence[]): number {
  const all = histories.map(meansOf);
  const degrees = all.reduce((sum, { posts, slots }) => sum + posts - slots.length, 0);
  const within = all.reduce((sum, means) => sum + means.within, 0);
  return degrees < LEAST_DEGREES ? USUAL_NOISE : Math.sqrt(within / degrees);
}

/** Before anything was learned, from businesses whose posts differ by this. */
export function emptyPool(noise: number): IndustryPool {
  return { businesses: 0, noise, belief: unknown() };
}

/** With one more business, which weighs once: thousands of posts tell no more of an industry than how this business differs. */
export function withBusiness({ businesses, noise, belief }: IndustryPool, evidence: Evidence): IndustryPool {
  const said = through(saidBy(evidence, noise), covariances.business);
  return { businesses: businesses + 1, noise, belief: addTo(said, belief) };
}

/** Learns from the histories of a platform's businesses. */
export function poolOf(histories: readonly { readonly industry: string; readonly evidence: Evidence }[]): Pool {
  const industries = Map.groupBy(histories, ({ industry }) => industry);
  return new Map(
    [...industries].map(([industry, members]) => {
      const evidence = members.map((member) => member.evidence);
      return [industry, evidence.reduce(withBusiness, emptyPool(noiseOf(evidence)))];
    }),
  );
}

/**
 * What is expected of a business of an industry: the platform's ways, moved by the industry's. A business that is itself in the pool
 * hands in its evidence and is taken out, so that it is not its own proof. An industry of too few businesses has no say.
 */
export function expectedOf(pool: Pool, industry: string, own: Evidence | null): Expected {
  return expectedUnder(aboveOf(pool, industry), pool.get(industry), own);
}

/** What the other industries of a platform say of one of its industries; null: they are too few. */
export function aboveOf(pool: Pool, industry: string): Gaussian | null {
  const others = [...pool].filter(([name, { businesses }]) => name !== industry && businesses >= LEAST_BUSINESSES);
  if (others.length === 0) {
    return null;
  }
  const said = others.reduce((sum, [, { belief }]) => addTo(sum, through(belief, covariances.industry)), unknown());
  return given(unmoved, said);
}

/** The businesses of an industry that have a say in what is expected of one of them. */
export function othersOf(pool: IndustryPool | undefined, own: Evidence | null): number {
  const others = (pool?.businesses ?? 0) - (own === null ? 0 : 1);
  return others >= LEAST_BUSINESSES ? others : 0;
}

/** As `expectedOf`, with what the other industries say worked out before. */
export function expectedUnder(above: Gaussian | null, pool: IndustryPool | undefined, own: Evidence | null): Expected {
  const isHeard = pool !== undefined && othersOf(pool, own) > 0;
  if (above === null && !isHeard) {
    return nothingKnown;
  }
  const { mean: before, covariance } = above ?? unmoved;
  const byItself = { mean: before, covariance: Matrix.add(covariance, covariances.industry) };
  const { mean, covariance: left } = isHeard ? given(byItself, without(pool, own)) : byItself;
  return { mean: mean.to1DArray(), covariance: left, isLearned: true };
}

function without({ belief, noise }: IndustryPool, own: Evidence | null): Belief {
  if (own === null) {
    return belief;
  }
  const said = through(saidBy(own, noise), covariances.business);
  return addTo({ precision: said.precision.mul(-1), weighted: said.weighted.mul(-1) }, belief);
}

/**
 * Of several platforms together: the mean by their share of the posts. Its covariance is that of effects which are the same on all of
 * them, the widest that it can be.
 */
export function mixed(parts: readonly { readonly share: number; readonly expected: Expected }[]): Expected {
  const covariance = Matrix.zeros(SLOTS, SLOTS);
  const mean = new Array<number>(SLOTS).fill(0);
  for (const { share, expected } of parts) {
    covariance.add(Matrix.mul(expected.covariance, share));
    expected.mean.forEach((effect, slot) => {
      mean[slot] = (mean[slot] ?? 0) + share * effect;
    });
  }
  return { mean, covariance, isLearned: parts.some(({ expected }) => expected.isLearned) };
}

export interface Gaussian {
  readonly mean: Matrix;
  readonly covariance: Matrix;
}

const unmoved: Gaussian = { mean: Matrix.zeros(SLOTS, 1), covariance: covariances.platform };

function given(before: Gaussian, { precision, weighted }: Belief): Gaussian {
  const product = new LuDecomposition(before.covariance.mmul(precision).add(eye)).solve(before.covariance);
  // Rounding leaves the two halves a little different.
  const covariance = product.transpose().add(product).div(2);
  const surprise = Matrix.sub(weighted, precision.mmul(before.mean));
  return { mean: Matrix.add(before.mean, covariance.mmul(surprise)), covariance };
}
