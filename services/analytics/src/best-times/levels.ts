import { Matrix } from 'ml-matrix';
import { BLOCKS, SLOTS } from './week.ts';

/** How much the slots of a week differ at a level (standard deviations of scores): by weekday, by block of hours, by both. */
export interface Spread {
  readonly day: number;
  readonly block: number;
  readonly slot: number;
}

/** Effects that a level adds to those of the level above; the business's own are learned from its posts in `SCALES` of these. */
export const PLATFORM: Spread = { day: 0.08, block: 0.16, slot: 0.06 };
export const INDUSTRY: Spread = { day: 0.07, block: 0.12, slot: 0.06 };
export const BUSINESS: Spread = { day: 0.1, block: 0.15, slot: 0.1 };

/** Slots of one weekday, and those of one block of hours, are alike: each says something about the others. */
function covarianceOf({ day, block, slot }: Spread): Matrix {
  const matrix = Matrix.zeros(SLOTS, SLOTS);
  for (let one = 0; one < SLOTS; one += 1) {
    for (let other = 0; other < SLOTS; other += 1) {
      const sameDay = Math.floor(one / BLOCKS) === Math.floor(other / BLOCKS) ? day ** 2 : 0;
      const sameBlock = one % BLOCKS === other % BLOCKS ? block ** 2 : 0;
      matrix.set(one, other, sameDay + sameBlock + (one === other ? slot ** 2 : 0));
    }
  }
  return matrix;
}

/** Worked out once, and never changed in place. */
export const covariances = {
  platform: covarianceOf(PLATFORM),
  industry: covarianceOf(INDUSTRY),
  business: covarianceOf(BUSINESS),
} as const;

/** What is expected of the slots before a business's own posts are looked at. */
export interface Expected {
  readonly mean: readonly number[];
  readonly covariance: Matrix;
  /** Whether other businesses have a part in it. */
  readonly isLearned: boolean;
}

/** With nothing learned from anybody, no slot is expected to be better than another. */
export const nothingKnown: Expected = {
  mean: new Array<number>(SLOTS).fill(0),
  covariance: Matrix.add(covariances.platform, covariances.industry),
  isLearned: false,
};
