import type { Platform } from '@postloom/contracts';

/** Calls within a window. */
export interface Allowance {
  readonly calls: number;
  readonly seconds: number;
}

/**
 * Calls that readings may take, far below what the platform documents: the rest is for publishing. `app`: of all accounts together, where
 * the platform counts those.
 */
export interface ReadingAllowance {
  readonly account: Allowance;
  readonly app: Allowance | null;
}

const HOUR = 3_600;
const DAY = 86_400;
/** Meta gives every account 4,800 calls in 24 hours at least: a third of it is for readings. */
const ofMeta: ReadingAllowance = { account: { calls: 60, seconds: HOUR }, app: null };

export const readingAllowances: Readonly<Record<Platform, ReadingAllowance>> = {
  instagram: ofMeta,
  facebook: ofMeta,
  /** The profile may be read 75 times in 15 minutes, posts 5,000 times, and each read costs credits. */
  twitter: { account: { calls: 60, seconds: HOUR }, app: null },
  /** The development tier of Community Management has 100 calls a member and 500 an app, each a day; higher tiers more. */
  linkedin: { account: { calls: 40, seconds: DAY }, app: { calls: 300, seconds: DAY } },
  /** TikTok allows 600 a minute. */
  tiktok: { account: { calls: 60, seconds: HOUR }, app: null },
};
