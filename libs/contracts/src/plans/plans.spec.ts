import { describe, expect, it } from '@jest/globals';
import { MEGABYTE, planCatalogue, Tier, UNLIMITED } from './plans.ts';
import { usageWarning } from './usage.ts';

describe('the plans', () => {
  it.each([
    ['free', 0, 5, 20, 100, 1],
    ['pro', 19, 100, 500, 5 * 1024, 5],
    ['agency', 99, UNLIMITED, 2000, 50 * 1024, UNLIMITED],
  ] as const)(
    '%s has the price and limits of the specification',
    (tier, price, posts, captions, megabytes, accounts) => {
      expect(planCatalogue[tier]).toMatchObject({
        monthlyPrice: price,
        limits: { posts, captions, storage: megabytes * MEGABYTE, accounts },
      });
    },
  );

  it.each(Tier.options)('%s promises what it limits', (tier) => {
    const { limits, features } = planCatalogue[tier];
    const accounts = limits.accounts === 1 ? '1 social account' : `${limits.accounts} social accounts`;
    const gigabytes = limits.storage / MEGABYTE / 1024;
    expect(features.slice(0, 4)).toEqual([
      limits.posts === UNLIMITED ? 'Unlimited posts' : `${limits.posts} posts per month`,
      `${limits.captions} AI captions per month`,
      gigabytes < 1 ? `${gigabytes * 1024} MB storage` : `${gigabytes} GB storage`,
      limits.accounts === UNLIMITED ? 'Unlimited social accounts' : accounts,
    ]);
  });
});

describe('the warning of a limit', () => {
  it.each([
    [80, null],
    [81, 80],
    [90, 80],
    [91, 90],
    [100, 90],
  ])('at %s percent is %s', (used, warning) => {
    expect(usageWarning(used, 100)).toBe(warning);
  });

  it('is none where there is no limit', () => {
    expect([usageWarning(1_000, UNLIMITED), usageWarning(1, 0)]).toEqual([null, null]);
  });
});
