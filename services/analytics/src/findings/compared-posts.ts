import { scoredPosts } from '../best-times/index.ts';
import type { MeasuredTarget } from '../best-times/index.ts';
import type { ComparedPost, Trait } from './findings.ts';

/** Each post once, with what it has on any of its platforms. `targets`: oldest first, and so are the posts. */
export function comparedPosts(
  targets: readonly (MeasuredTarget & { readonly traits: readonly Trait[] })[],
): readonly ComparedPost[] {
  return scoredPosts(targets).map(({ score, targets: own }) => ({
    score,
    platforms: own
      .map(({ platform }) => platform)
      .toSorted()
      .join(' '),
    traits: own.flatMap(({ traits }) => traits),
  }));
}
