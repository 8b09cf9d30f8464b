import type { SocialAccount } from '@postloom/contracts';

/** A connected account, unless told otherwise. */
export const anAccount = (part: Partial<SocialAccount> = {}): SocialAccount => ({
  ...{ id: '00000000-0000-4000-8000-00000000000f', platform: 'instagram', accountName: 'Corner Kitchen' },
  ...{ accountId: '1', avatarUrl: null, status: 'active' },
  ...{ connectedAt: '2026-11-01T00:00:00Z', expiresAt: null },
  ...part,
});
