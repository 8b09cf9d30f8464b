import { describe, expect, it } from '@jest/globals';
import { MEGABYTE, UserLimits } from '@postloom/contracts';
import type { Entitlement, MetricUsage, Tier } from '@postloom/contracts';
import { limitsAnswer } from './limits-answer.ts';

const now = new Date('2026-11-20T12:00:00Z');
const plan = (tier: Tier): Entitlement => ({
  payerId: '01a1fb0c-57a0-732d-aa8c-f73be91c5907',
  tier,
  periodAnchor: '2026-01-31T10:00:00Z',
  version: 1,
});
const usages = (posts: number, captions: number, storage: number, accounts: number): MetricUsage[] => [
  { metric: 'posts', used: posts, limit: 0 },
  { metric: 'captions', used: captions, limit: 0 },
  { metric: 'storage', used: storage, limit: 0 },
  { metric: 'accounts', used: accounts, limit: 0 },
];

describe('limitsAnswer', () => {
  it('has the shapes of the contract: posts as text, storage in MB with two decimals', () => {
    const answer = limitsAnswer(plan('free'), usages(3, 7, 1.239 * MEGABYTE, 1), now);
    expect(UserLimits.parse(answer)).toEqual({
      subscriptionTier: 'free',
      postsUsed: '3',
      postsLimit: 5,
      captionsUsed: 7,
      captionsLimit: 20,
      storageUsed: 1.24,
      storageLimit: 100,
      accountsUsed: 1,
      accountsLimit: 1,
      canCreatePost: true,
      canUpload: true,
      periodStart: '2026-10-31T10:00:00.000Z',
      periodEnd: '2026-11-30T10:00:00.000Z',
    });
  });

  it.each<[Tier, number, number]>([
    ['free', 5, 100],
    ['pro', 100, 5 * 1_024],
  ])('%s: no post and no upload at the limit, nor above it', (tier, posts, storageMb) => {
    const at = limitsAnswer(plan(tier), usages(posts, 0, storageMb * MEGABYTE, 0), now);
    expect([at.canCreatePost, at.canUpload]).toEqual([false, false]);
    const above = limitsAnswer(plan(tier), usages(posts + 3, 0, storageMb * MEGABYTE + 1, 0), now);
    expect([above.canCreatePost, above.canUpload]).toEqual([false, false]);
    const below = limitsAnswer(plan(tier), usages(posts - 1, 0, storageMb * MEGABYTE - 1, 0), now);
    expect([below.canCreatePost, below.canUpload]).toEqual([true, true]);
  });

  it('unlimited is -1 and never reached', () => {
    const answer = limitsAnswer(plan('agency'), usages(1_000_000, 1, 1, 1_000), now);
    expect([answer.postsLimit, answer.accountsLimit, answer.canCreatePost]).toEqual([-1, -1, true]);
  });

  it('an owner that is away is named and blocks nothing', () => {
    const answer = limitsAnswer(plan('free'), usages(5, 0, 0, 0).slice(1), now);
    expect([answer.unavailable, answer.canCreatePost]).toEqual([['posts'], true]);
    expect(UserLimits.parse(answer)).toBeTruthy();
    expect(limitsAnswer(plan('free'), usages(0, 0, 0, 0), now)).not.toHaveProperty('unavailable');
  });
});
