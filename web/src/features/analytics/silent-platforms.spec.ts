import type { SocialAccount } from '@postloom/contracts';
import { describe, expect, it } from 'vitest';
import { silentPlatforms } from './silent-platforms.ts';

const account = (platform: SocialAccount['platform'], accountId: string): SocialAccount => ({
  ...{ id: '0192f3c0-0000-7000-8000-000000000001', platform, accountId, accountName: 'Dana Fields' },
  ...{ avatarUrl: null, status: 'active', connectedAt: '2026-11-20T09:00:00Z', expiresAt: null },
});

describe('platforms that tell no figures', () => {
  it.each([
    [[account('linkedin', 'urn:li:person:dKz8')], ['linkedin']],
    [[account('linkedin', 'urn:li:organization:5515401'), account('instagram', '178')], []],
    [undefined, []],
  ])('are LinkedIn for a personal profile, and no other: %#', (accounts, silent) => {
    expect([...silentPlatforms(accounts)]).toEqual(silent);
  });
});
