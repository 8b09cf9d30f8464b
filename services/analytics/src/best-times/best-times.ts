import { estimate } from './estimate.ts';
import type { Evidence } from './evidence.ts';
import type { Expected } from './levels.ts';
import { nothingKnown } from './levels.ts';
import { reasonFor } from './reason.ts';
import { slotAt } from './week.ts';
import type { Slot } from './week.ts';

/** How the posts of a slot of the week do, against the business's usual post: 0.2 is a fifth more engagement. */
export interface BestTime extends Slot {
  readonly posts: number;
  readonly change: number;
  /** The true change lies between these in 80 of 100 cases. */
  readonly low: number;
  readonly high: number;
  readonly reason: string;
}

export interface BestTimes {
  /** 'general': too little is measured, and general guidance has to do. */
  readonly basis: 'own' | 'general';
  /** The measured posts that this rests on, each once. */
  readonly posts: number;
  /** Best first; empty while the basis is general. */
  readonly times: readonly BestTime[];
}

/** The best times of a business on a platform, from its own posts and what is expected of them; below `leastPosts`, none. */
export function bestTimes(
  evidence: Evidence,
  { leastPosts, expected = nothingKnown }: { readonly leastPosts: number; readonly expected?: Expected },
): BestTimes {
  const posts = evidence.posts.reduce((sum, count) => sum + count, 0);
  if (posts < leastPosts) {
    return { basis: 'general', posts, times: [] };
  }
  const times = estimate(evidence, expected)
    .toSorted((one, other) => other.effect - one.effect)
    .map(({ slot, posts: ofSlot, effect, low, high }) => {
      const time = {
        ...slotAt(slot),
        posts: ofSlot,
        change: Math.expm1(effect),
        low: Math.expm1(low),
        high: Math.expm1(high),
      };
      return { ...time, reason: reasonFor(time) };
    });
  return { basis: 'own', posts, times };
}
