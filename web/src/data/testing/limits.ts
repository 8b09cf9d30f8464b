import type { UserLimits } from '@postloom/contracts';

/** What the free plan has left at its beginning. */
export const freeLimits: UserLimits = {
  subscriptionTier: 'free',
  postsUsed: '0',
  postsLimit: 5,
  captionsUsed: 0,
  captionsLimit: 20,
  storageUsed: 0,
  storageLimit: 100,
  accountsUsed: 0,
  accountsLimit: 1,
  canCreatePost: true,
  canUpload: true,
  periodStart: '2026-11-01T00:00:00Z',
  periodEnd: '2026-12-01T00:00:00Z',
};
