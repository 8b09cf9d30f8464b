import { slotIndex, SLOTS } from './week.ts';
import type { Time } from './week.ts';

/**
 * Everything that the model needs to know of a business's posts: per slot of the week how many there are and the sum of their scores, and
 * the sum of all squares. Sums of two parts are the evidence of both.
 */
export interface Evidence {
  readonly posts: readonly number[];
  readonly sums: readonly number[];
  readonly squares: number;
}

/** The posts of one slot: how many, and the sums of their scores and of the squares of these. */
export interface SlotSums {
  readonly slot: number;
  readonly posts: number;
  readonly sum: number;
  readonly squares: number;
}

/** From the sums of its slots; a slot may come in several parts. */
export function evidenceOfSlots(slots: readonly SlotSums[]): Evidence {
  const posts = new Array<number>(SLOTS).fill(0);
  const sums = new Array<number>(SLOTS).fill(0);
  for (const { slot, posts: count, sum } of slots) {
    posts[slot] = (posts[slot] ?? 0) + count;
    sums[slot] = (sums[slot] ?? 0) + sum;
  }
  return { posts, sums, squares: slots.reduce((total, { squares }) => total + squares, 0) };
}

/** Of any number of platforms: a post counts once, when it first went out. */
export function evidenceOfPosts(posts: readonly { readonly first: Time; readonly score: number }[]): Evidence {
  return evidenceOfSlots(
    posts.map(({ first, score }) => ({ slot: slotIndex(first), posts: 1, sum: score, squares: score * score })),
  );
}

/** The slots in which something went out, with their means; what the posts of a slot differ from one another by is `within`. */
export interface Means {
  readonly slots: readonly number[];
  readonly counts: readonly number[];
  readonly means: readonly number[];
  /** Sum of squares around the means of the slots. */
  readonly within: number;
  readonly posts: number;
}

export function meansOf({ posts, sums, squares }: Evidence): Means {
  const slots = posts.flatMap((count, slot) => (count > 0 ? [slot] : []));
  const counts = slots.map((slot) => posts[slot] ?? 0);
  const means = slots.map((slot, index) => (sums[slot] ?? 0) / (counts[index] ?? 1));
  const between = means.reduce((sum, mean, index) => sum + mean * mean * (counts[index] ?? 0), 0);
  return { slots, counts, means, within: Math.max(0, squares - between), posts: counts.reduce((a, b) => a + b, 0) };
}
