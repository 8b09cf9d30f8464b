import { scoreOf } from './score.ts';
import type { Seen } from './score.ts';
import type { Time } from './week.ts';

/** A post on one of its platforms, with its insights. */
export interface MeasuredTarget extends Seen {
  readonly postId: string;
  readonly platform: string;
}

/** And when it went out by the business's clock. */
export interface TimedTarget extends MeasuredTarget, Time {}

/** A post with its score over all platforms on which it was measured. */
export interface ScoredPost<T extends MeasuredTarget> {
  /** Against the business's usual post, which is 0. */
  readonly score: number;
  /** Where it went out first. */
  readonly first: T;
  readonly targets: readonly T[];
}

/**
 * Each post once, however many platforms it went out on: what makes a post good is much the same on all of them, so five targets of a post
 * tell little more than one. Each target counts against the business's own mean on its platform, as what is usual on one is not on the
 * other, and the post is the mean of its targets. `targets`: oldest first, and so are the posts.
 */
export function scoredPosts<T extends MeasuredTarget>(targets: readonly T[]): readonly ScoredPost<T>[] {
  const scored = targets.filter(({ seen }) => seen > 0).map((target) => ({ target, score: scoreOf(target) }));
  const usual = new Map<string, number>();
  for (const [platform, own] of Map.groupBy(scored, ({ target }) => target.platform)) {
    usual.set(platform, mean(own.map(({ score }) => score)));
  }
  const posts: ScoredPost<T>[] = [];
  for (const own of Map.groupBy(scored, ({ target }) => target.postId).values()) {
    const [first] = own;
    if (first !== undefined) {
      posts.push({
        score: mean(own.map(({ target, score }) => score - (usual.get(target.platform) ?? 0))),
        first: first.target,
        targets: own.map(({ target }) => target),
      });
    }
  }
  return posts;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
