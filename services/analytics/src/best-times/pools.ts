import { inverse, Matrix } from 'ml-matrix';
import { meansOf } from './evidence.ts';
import type { Evidence } from './evidence.ts';
import { BUSINESS, covarianceOf, INDUSTRY, nothingKnown, PLATFORM } from './levels.ts';
import type { Expected } from './levels.ts';
import { SLOTS } from './week.ts';

/** Fewer businesses than this are nobody's yardstick: their figures could be told apart, and say little. */
export const LEAST_BUSINESSES = 5;
/** Posts whose spread within their slots is known by this many make a spread of their own; before, the usual one. */
const LEAST_DEGREES = 50;
const USUAL_NOISE = 0.6;

/** A Gaussian belief about the slots as precision and precision times mean, in which beliefs add up and may know nothing of some. */
interface Belief {
  readonly precision: Matrix;
  readonly weighted: Matrix;
}

/** What the businesses of one platform have shown, by industry. */
export interface Pool {
  readonly noise: number;
  readonly industries: ReadonlyMap<string, { readonly businesses: number; readonly belief: Belief }>;
}

const unknown = (): Belief => ({ precision: Matrix.zeros(SLOTS, SLOTS), weighted: Matrix.zeros(SLOTS, 1) });
const sumOf = (one: Belief, other: Belief, sign = 1): Belief => ({
  precision: Matrix.add(one.precision, Matrix.mul(other.precision, sign)),
  weighted: Matrix.add(one.weighted, Matrix.mul(other.weighted, sign)),
});

/** What is believed of a level's mean when `belief` is about one of its members, which differ by `spread`. */
function through({ precision, weighted }: Belief, spread: Matrix): Belief {
  const damped = inverse(Matrix.eye(SLOTS).add(precision.mmul(spread)));
  return { precision: damped.mmul(precision), weighted: damped.mmul(weighted) };
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

/** Learns from the histories of a platform's businesses. */
export function poolOf(histories: readonly { readonly industry: string; readonly evidence: Evidence }[]): Pool {
  const all = histories.map(({ evidence }) => meansOf(evidence));
  const degrees = all.reduce((sum, { posts, slots }) => sum + posts - slots.length, 0);
  const within = all.reduce((sum, means) => sum + means.within, 0);
  const noise = degrees < LEAST_DEGREES ? USUAL_NOISE : Math.sqrt(within / degrees);
  const spread = covarianceOf(BUSINESS);
  const industries = new Map<string, { businesses: number; belief: Belief }>();
  for (const { industry, evidence } of histories) {
    const { businesses, belief } = industries.get(industry) ?? { businesses: 0, belief: unknown() };
    industries.set(industry, {
      businesses: businesses + 1,
      belief: sumOf(belief, through(saidBy(evidence, noise), spread)),
    });
  }
  return { noise, industries };
}

/**
 * What is expected of a business of an industry: the platform's ways, moved by the industry's. A business that is itself in the pool
 * hands in its evidence and is taken out, so that it is not its own proof. An industry of too few businesses has no say.
 */
export function expectedOf(pool: Pool, industry: string, own: Evidence | null): Expected {
  const spread = covarianceOf(INDUSTRY);
  let platform = unknown();
  let mine = unknown();
  let isLearned = false;
  for (const [name, { businesses, belief }] of pool.industries) {
    const isMine = name === industry;
    const others = businesses - (isMine && own !== null ? 1 : 0);
    if (others >= LEAST_BUSINESSES) {
      isLearned = true;
      if (isMine) {
        mine = own === null ? belief : sumOf(belief, through(saidBy(own, pool.noise), covarianceOf(BUSINESS)), -1);
      } else {
        platform = sumOf(platform, through(belief, spread));
      }
    }
  }
  if (!isLearned) {
    return nothingKnown;
  }
  const above = given({ mean: Matrix.zeros(SLOTS, 1), covariance: covarianceOf(PLATFORM) }, platform);
  const { mean, covariance } = given({ mean: above.mean, covariance: above.covariance.add(spread) }, mine);
  return { mean: mean.to1DArray(), covariance, isLearned };
}

interface Gaussian {
  readonly mean: Matrix;
  readonly covariance: Matrix;
}

function given(before: Gaussian, { precision, weighted }: Belief): Gaussian {
  const gain = inverse(Matrix.eye(SLOTS).add(before.covariance.mmul(precision)));
  const product = gain.mmul(before.covariance);
  // Rounding leaves the two halves a little different.
  const covariance = Matrix.add(product, product.transpose()).div(2);
  const surprise = Matrix.sub(weighted, precision.mmul(before.mean));
  return { mean: Matrix.add(before.mean, covariance.mmul(surprise)), covariance };
}
