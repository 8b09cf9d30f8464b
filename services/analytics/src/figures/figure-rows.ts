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

/** Of both periods, told apart by the day. */
export interface DayRow extends Sums {
  readonly day: string;
}

export interface HourRow extends Sums {
  readonly hour: number;
  readonly isNow: boolean;
}

/** `value` is empty where a post has none: no album, no generated caption. */
export interface DimensionRow extends Sums {
  readonly dimension: Dimension;
  readonly value: string;
  /** The same value in the period before; null: no post had it. */
  readonly before: Sums | null;
}

export interface RankedRow extends Sums {
  readonly postId: string;
  readonly platforms: Platform[];
  readonly publishedAt: Date;
  readonly permalink: string | null;
}

/** How many followed an account on a day; null: it was disconnected. */
export interface FollowersRow {
  readonly accountId: string;
  readonly platform: Platform;
  readonly day: string;
  readonly followers: number | null;
}

/** The days of an account in one of the two periods. */
export interface AccountRow {
  readonly accountId: string;
  readonly isNow: boolean;
  readonly days: number;
  readonly views: number | null;
  readonly reachPerDay: number | null;
  readonly interactions: number | null;
}

/** Everything that one answer is made of; of the range alone where neither this nor its rows say else. Of hashtags the most used ones. */
export interface FigureRows {
  readonly platforms: readonly PlatformRow[];
  readonly days: readonly DayRow[];
  readonly hours: readonly HourRow[];
  /** Values of the range. */
  readonly dimensions: readonly DimensionRow[];
  readonly publishedPosts: { readonly now: number; readonly before: number };
  readonly top: readonly RankedRow[];
  /** Of the range and the period before it, oldest first. */
  readonly followers: readonly FollowersRow[];
  readonly accounts: readonly AccountRow[];
  readonly measuredAt: Date | null;
}
