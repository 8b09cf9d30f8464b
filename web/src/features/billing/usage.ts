import type { Tier, UserLimits } from '@postloom/contracts';
import { planCatalogue, UNLIMITED } from '#lib/contract-data.ts';
import { shareOf } from '#lib/format.ts';
import { billingTexts } from './texts.ts';

export type UsageRow = {
  key: 'posts' | 'captions' | 'storage' | 'accounts';
  label: string;
  /** '3 of 5 posts', 'Unlimited posts', '12.4 of 100 MB'. */
  text: string;
  /** 0 to 100 for the bar. An unlimited count shows a fixed 25. */
  percent: number;
  /** Set above 80 and 90 percent of a real limit. */
  warning: string | null;
  level: 'fine' | 'approaching' | 'almost' | 'full';
};

/** The bar of an unlimited count. */
export const UNLIMITED_BAR = 25;

function levelOf(percent: number): UsageRow['level'] {
  if (percent >= 100) {
    return 'full';
  }
  if (percent > 90) {
    return 'almost';
  }
  return percent > 80 ? 'approaching' : 'fine';
}

/** What a limit is of: 'your post limit', 'your limit for posts'. */
type Limited = { one: string; many: string };

function warningOf(what: Limited, level: UsageRow['level']): string | null {
  switch (level) {
    case 'full':
      return billingTexts.limit.reached(what.one);
    case 'almost':
      return billingTexts.limit.almost(what.many);
    case 'approaching':
      return billingTexts.limit.approaching(what.one);
    case 'fine':
      return null;
  }
}

/** MB, shown when the answer has no limit of storage. */
const STORAGE_FALLBACK_MB = 50_000;

/** Limits as they are shown when an answer of the server lacks them (specification, section 9). They decide about nothing. */
function shownLimits({ subscriptionTier = 'free', ...known }: Partial<UserLimits>) {
  return {
    posts: known.postsLimit ?? UNLIMITED,
    captions: known.captionsLimit ?? planCatalogue[subscriptionTier].limits.captions,
    storage: known.storageLimit ?? STORAGE_FALLBACK_MB,
  };
}

/** The rows of 'Usage This Month'. Rules: `postsUsed` is a numeric string, -1 is unlimited, a limit of 0 is a bar of 0. */
export function usageRows(limits: Partial<UserLimits>): UsageRow[] {
  const shown = shownLimits(limits);
  const row = (
    key: UsageRow['key'],
    label: string,
    used: number,
    limit: number,
    unit: string,
    what: Limited,
  ): UsageRow => {
    if (limit === UNLIMITED) {
      return { key, label, text: billingTexts.unlimited(unit), percent: UNLIMITED_BAR, warning: null, level: 'fine' };
    }
    const percent = shareOf(used, limit);
    const level = levelOf(percent);
    return {
      key,
      label,
      text: billingTexts.used(used, limit, unit),
      percent,
      warning: warningOf(what, level),
      level,
    };
  };
  return [
    row('posts', 'Posts', Number.parseInt(limits.postsUsed ?? '', 10) || 0, shown.posts, 'posts', {
      one: 'post',
      many: 'posts',
    }),
    row('storage', 'Storage', limits.storageUsed ?? 0, shown.storage, 'MB', {
      one: 'storage',
      many: 'storage',
    }),
    row('captions', 'AI captions', limits.captionsUsed ?? 0, shown.captions, 'captions', {
      one: 'caption',
      many: 'captions',
    }),
    ...accountsRow(limits),
  ];
}

/** Accounts stay connected for as long as the person likes: a plan whose accounts are all in use is as it should be, and nothing warns. */
function accountsRow({ accountsUsed, accountsLimit }: Partial<UserLimits>): UsageRow[] {
  if (accountsUsed === undefined || accountsLimit === undefined) {
    return [];
  }
  const isUnlimited = accountsLimit === UNLIMITED;
  return [
    {
      key: 'accounts',
      label: 'Social accounts',
      text: isUnlimited
        ? billingTexts.unlimited('accounts')
        : billingTexts.used(accountsUsed, accountsLimit, 'accounts'),
      percent: isUnlimited ? UNLIMITED_BAR : shareOf(accountsUsed, accountsLimit),
      warning: null,
      level: 'fine',
    },
  ];
}

/** How the card around the usage looks: an error when something is blocked, a warning above 80 percent. */
export function usageTone(limits: UserLimits): 'plain' | 'warning' | 'error' {
  if (!limits.canCreatePost || !limits.canUpload) {
    return 'error';
  }
  return usageRows(limits).some((row) => row.level !== 'fine') ? 'warning' : 'plain';
}

/** 'Free Plan - Limited features', 'Pro Plan - $19/month', 'Agency Plan - $99/month': also when no tier is known (specification, section 3). */
export function planLine(tier: Tier = 'agency'): string {
  const plan = planCatalogue[tier];
  return plan.monthlyPrice === 0
    ? billingTexts.freePlan(plan.name)
    : billingTexts.paidPlan(plan.name, plan.monthlyPrice);
}
