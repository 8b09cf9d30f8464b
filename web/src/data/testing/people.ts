import type { User } from '@postloom/contracts';

/** A signed-in person on the free plan. */
export const ada: User = {
  id: '00000000-0000-4000-8000-000000000002',
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: null,
  profileImageUrl: null,
  createdAt: '2026-11-01T00:00:00Z',
  subscriptionTier: 'free',
  emailVerified: true,
};
