import { z } from 'zod';

/** The only plan catalogue. It feeds the landing page, the plan chooser, the limits answer and the enforcement by each limit's owner. */
export const Tier = z.enum(['free', 'pro', 'agency']);
export type Tier = z.infer<typeof Tier>;

/** What a plan limits; each metric is counted by the one service that owns the resource. */
export const Metric = z.enum(['posts', 'captions', 'storage', 'accounts']);
export type Metric = z.infer<typeof Metric>;

/** No limit. */
export const UNLIMITED = -1;

export const MEGABYTE = 1_048_576;

export interface Plan {
  readonly tier: Tier;
  readonly name: string;
  /** Whole US dollars per month. */
  readonly monthlyPrice: number;
  /** Posts and captions per billing period, storage in bytes, number of accounts; -1 is unlimited. */
  readonly limits: Readonly<Record<Metric, number>>;
  readonly features: readonly string[];
}

export const planCatalogue: Readonly<Record<Tier, Plan>> = {
  free: {
    tier: 'free',
    name: 'Free',
    monthlyPrice: 0,
    limits: { posts: 5, captions: 20, storage: 100 * MEGABYTE, accounts: 1 },
    features: [
      '5 posts per month',
      '20 AI captions per month',
      '100 MB storage',
      '1 social account',
      'Basic AI captions',
      'Email support',
    ],
  },
  pro: {
    tier: 'pro',
    name: 'Pro',
    monthlyPrice: 19,
    limits: { posts: 100, captions: 500, storage: 5 * 1024 * MEGABYTE, accounts: 5 },
    features: [
      '100 posts per month',
      '500 AI captions per month',
      '5 GB storage',
      '5 social accounts',
      'Premium AI captions',
      'Advanced scheduling',
      'Industry templates',
      'Analytics dashboard',
      'Priority support',
    ],
  },
  agency: {
    tier: 'agency',
    name: 'Agency',
    monthlyPrice: 99,
    limits: { posts: UNLIMITED, captions: 2000, storage: 50 * 1024 * MEGABYTE, accounts: UNLIMITED },
    features: [
      'Unlimited posts',
      '2000 AI captions per month',
      '50 GB storage',
      'Unlimited social accounts',
      'Multi-business management',
      'Team collaboration',
      'White-label options',
      'Dedicated support',
    ],
  },
};

/** Posts and captions start again each billing period; bytes and accounts are counted for as long as they exist. */
export const periodicMetrics: ReadonlySet<Metric> = new Set<Metric>(['posts', 'captions']);

/** The sentence of a 403 `upgrade_required`: 'Post limit reached. …'. */
export const limitReached: Readonly<Record<Metric, string>> = {
  posts: 'Post limit reached. Upgrade your plan to create more posts this month.',
  captions: 'Caption limit reached. Upgrade your plan to generate more captions this month.',
  storage: 'Storage limit reached. Upgrade your plan or delete photos to free some space.',
  accounts: 'Account limit reached. Upgrade your plan to connect more social accounts.',
};

export interface Period {
  readonly start: Date;
  readonly end: Date;
}

/**
 * The billing period that contains `now`, for an anchor instant (sign-up or last plan change). Months are counted from the anchor in UTC; a
 * day that a month lacks becomes its last day, and the anchor's own day returns in the next longer month.
 */
export function billingPeriod(anchor: Date, now: Date): Period {
  const months = (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth();
  const passed = addMonths(anchor, months) > now ? months - 1 : months;
  return { start: addMonths(anchor, passed), end: addMonths(anchor, passed + 1) };
}

function addMonths(anchor: Date, months: number): Date {
  const lastDay = new Date(Date.UTC(anchor.getUTCFullYear(), anchor.getUTCMonth() + months + 1, 0)).getUTCDate();
  const result = new Date(anchor);
  result.setUTCDate(1);
  result.setUTCMonth(anchor.getUTCMonth() + months);
  result.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return result;
}
