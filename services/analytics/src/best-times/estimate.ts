import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { meansOf } from './evidence.ts';
import type { Evidence, Means } from './evidence.ts';
import { covariances } from './levels.ts';
import type { Expected } from './levels.ts';

/** Quantile of the normal distribution between whose sides 80 % lie. */
const EIGHTY = 1.2816;
/** How much a business's own slots may differ, in parts of the usual; the least of them all but says 'not at all'. */
const SCALES = [0.05, 0.5, 1, 1.6, 2.5];
/** How much two posts of one slot differ, as standard deviation of scores. */
const NOISES = [0.15, 0.25, 0.35, 0.5, 0.7, 1, 1.4];
/** What is this unlikely beside the likeliest is left out. */
const NEGLIGIBLE = 1e-3;

/** How posts of a slot do against the business's usual post, as a difference of scores. */
export interface Estimate {
  readonly slot: number;
  /** The posts of the business in this slot. */
  readonly posts: number;
  readonly effect: number;
  /** The true effect lies between these in 80 of 100 cases. */
  readonly low: number;
  readonly high: number;
}

/** How much the slots and two posts of one slot could differ. */
interface Assumption {
  readonly covariance: Matrix;
  readonly noise: number;
  /** Its likelihood is not above this. */
  readonly bound: number;
}

interface Candidate {
  readonly covariance: Matrix;
  /** Of what was seen: the slots' covariance with the noise of their posts. */
  readonly cholesky: CholeskyDecomposition;
  /** The inverse of that covariance times ones, and times the surprise. */
  readonly level: Matrix;
  readonly explained: Matrix;
  readonly likelihood: number;
}

/**
 * Partial pooling: each slot is drawn to what is expected of it, the more so the fewer posts it has and the more they differ. How much
 * the slots and the posts of this business differ is not known either; the answer is the mean over all that could be, each by how
 * well it explains the posts. Only slots with posts are estimated: no figure without a measurement.
 */
export function estimate(evidence: Evidence, expected: Expected): readonly Estimate[] {
  const means = meansOf(evidence);
  if (means.posts === 0) {
    return [];
  }
  const candidates = candidatesOf(means, expected);
  const best = Math.max(...candidates.map(({ likelihood }) => likelihood));
  const likely = candidates
    .map((candidate) => ({ ...candidate, weight: Math.exp(candidate.likelihood - best) }))
    .filter(({ weight }) => weight > NEGLIGIBLE);
  const total = likely.reduce((sum, { weight }) => sum + weight, 0);
  const found = likely.map((candidate) => ({
    share: candidate.weight / total,
    ...againstUsual(means, expected, candidate),
  }));
  return means.slots.map((slot, index) => {
    const effect = found.reduce((sum, { share, effects }) => sum + share * (effects[index] ?? 0), 0);
    const variance = found.reduce(
      (sum, { share, effects, variances }) =>
        sum + share * ((variances[index] ?? 0) + ((effects[index] ?? 0) - effect) ** 2),
      0,
    );
    const reach = EIGHTY * Math.sqrt(variance);
    return { slot, posts: means.counts[index] ?? 0, effect, low: effect - reach, high: effect + reach };
  });
}

/** All that could be but what is known to be negligible beside another one before it is worked out: with many posts that is most of it. */
function candidatesOf(means: Means, expected: Expected): readonly Candidate[] {
  const own = among(covariances.business, means.slots);
  const above = among(expected.covariance, means.slots);
  // A pool has been learned as it is; with nothing learned, the levels above are as uncertain as the business's own.
  const covarianceAt = (scale: number): Matrix =>
    expected.isLearned ? Matrix.mul(own, scale ** 2).add(above) : Matrix.add(own, above).mul(scale ** 2);
  const assumptions = SCALES.flatMap((scale): Assumption[] => {
    const covariance = covarianceAt(scale);
    return NOISES.map((noise) => ({ covariance, noise, bound: boundOf(means, covariance, noise) }));
  });
  const candidates: Candidate[] = [];
  let best = -Infinity;
  for (const { covariance, noise, bound } of assumptions.toSorted((one, other) => other.bound - one.bound)) {
    if (bound < best + Math.log(NEGLIGIBLE)) {
      break;
    }
    const candidate = candidateOf(means, expected, covariance, noise);
    best = Math.max(best, candidate.likelihood);
    candidates.push(candidate);
  }
  return candidates;
}

/**
 * The likelihood of `candidateOf` is not above this: a covariance of the slots only adds to the determinant of the noise, no fit is
 * better than 0, and what is known of the level is at least what the plain mean of the slots says.
 */
function boundOf({ counts, posts, within }: Means, covariance: Matrix, noise: number): number {
  const ofNoise = counts.map((count) => noise ** 2 / count);
  const logDeterminant = ofNoise.reduce((sum, variance) => sum + Math.log(variance), 0);
  const total = ofNoise.reduce((sum, variance) => sum + variance, covariance.sum());
  const known = counts.length ** 2 / total;
  return -0.5 * (logDeterminant + Math.log(known)) + fromWithin(posts - counts.length, within, noise);
}

/** What the posts of the same slots say of their noise. */
function fromWithin(degrees: number, within: number, noise: number): number {
  return -degrees * Math.log(noise) - within / (2 * noise ** 2);
}

function among(matrix: Matrix, slots: readonly number[]): Matrix {
  return matrix.selection([...slots], [...slots]);
}

/** How well a covariance of the slots and a noise of the posts explain what was seen, whatever the level of the business is. */
function candidateOf(means: Means, expected: Expected, covariance: Matrix, noise: number): Candidate {
  const { slots, counts, posts, within } = means;
  const seen = Matrix.diag(counts.map((count) => noise ** 2 / count)).add(covariance);
  const cholesky = new CholeskyDecomposition(seen);
  const surprise = surpriseOf(means, expected);
  const level = cholesky.solve(Matrix.ones(slots.length, 1));
  const explained = cholesky.solve(surprise);
  const known = level.sum();
  const logDeterminant = 2 * cholesky.lowerTriangularMatrix.diagonal().reduce((sum, value) => sum + Math.log(value), 0);
  const fit = surprise.transpose().mmul(explained).get(0, 0) - explained.sum() ** 2 / known;
  return {
    ...{ covariance, cholesky, level, explained },
    likelihood: -0.5 * (logDeterminant + Math.log(known) + fit) + fromWithin(posts - slots.length, within, noise),
  };
}

function surpriseOf({ slots, means }: Means, { mean }: Expected): Matrix {
  return Matrix.columnVector(slots.map((slot, index) => (means[index] ?? 0) - (mean[slot] ?? 0)));
}

/** The slots against the business's usual post, which is the mean over all it published. */
function againstUsual(
  means: Means,
  expected: Expected,
  { covariance, cholesky, level, explained }: Candidate,
): { readonly effects: readonly number[]; readonly variances: readonly number[] } {
  const { slots, counts, posts } = means;
  const known = level.sum();
  const before = Matrix.columnVector(slots.map((slot) => expected.mean[slot] ?? 0));
  // Whatever the level of the business is: the part of what was seen that a level alone would explain is taken out.
  const residual = Matrix.sub(explained, Matrix.mul(level, explained.sum() / known));
  const effects = Matrix.add(before, covariance.mmul(residual));
  // What stays uncertain is covariance - covariance * learned + ofLevel * ofLevel' / known; of it only the diagonal and the product with
  // the shares are needed, so it is never multiplied out.
  const learned = cholesky.solve(covariance);
  const ofLevel = covariance.mmul(level);
  const shares = Matrix.columnVector(counts.map((count) => count / posts));
  const usual = shares.dot(effects);
  const withUsual = covariance
    .mmul(Matrix.sub(shares, learned.mmul(shares)))
    .add(Matrix.mul(ofLevel, ofLevel.dot(shares) / known));
  const explainedBySlot = learned.mul(covariance).sum('column');
  const ofUsual = shares.dot(withUsual);
  return {
    effects: effects.to1DArray().map((effect) => effect - usual),
    variances: slots.map((_, index) => {
      const uncertain =
        covariance.get(index, index) - (explainedBySlot[index] ?? 0) + ofLevel.get(index, 0) ** 2 / known;
      return Math.max(0, uncertain - 2 * withUsual.get(index, 0) + ofUsual);
    }),
  };
}
