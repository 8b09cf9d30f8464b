import type { Platform } from '@postloom/contracts';
import type { Sums } from './sums.ts';

/** Beside platform, day and hour, by which everything is counted. */
export type Dimension = 'album' | 'source' | 'style' | 'format' | 'hashtag';

export interface PlatformRow extends Sums {
  readonly platform: Platform;
  /** Of the range, or else of the period before it. */
  readonly isNow: boolean;
}

/** Hashtags of one answer: those of most posts. A year of captions may have hundreds of thousands. */
export const MOST_HASHTAGS = 30;

/** `value` is empty where a post has none: no album, no generated caption. */
export interface DimensionRow extends Sums {
  readonly dimension: Dimension;
  readonly value: string;
}

export interface RankedRow extends Sums {
  readonly postId: string;
  readonly platforms: Platform[];
  readonly publishedAt: Date;
  readonly permalink: string | null;
}

/** How many followed an account on a day. */
export interface FollowersRow {
  readonly accountId: string;
  readonly platform: Platform;
  readonly day: string;
  readonly followers: number;
}

/** Everything that one answer is made of; of the range alone where nothing else is said. Of hashtags the most used ones. */
export interface FigureRows {
  readonly platforms: readonly PlatformRow[];
  readonly days: readonly (Sums & { readonly day: string })[];
  readonly hours: readonly (Sums & { readonly hour: number })[];
  readonly dimensions: readonly DimensionRow[];
  readonly publishedPosts: { readonly now: number; readonly before: number };
  readonly top: readonly RankedRow[];
  /** Of the range and the period before it, oldest first. */
  readonly followers: readonly FollowersRow[];
  readonly measuredAt: Date | null;
}
