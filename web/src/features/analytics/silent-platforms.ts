import type { Platform, SocialAccount } from '@postloom/contracts';
import { accountKind } from '#data/social.ts';

/** Platforms that tell no figures of the connected account: LinkedIn tells apps like ours nothing of a person's posts. */
export function silentPlatforms(accounts: readonly SocialAccount[] | undefined): ReadonlySet<Platform> {
  const silent = (accounts ?? []).filter(
    (account) => account.platform === 'linkedin' && accountKind(account) === 'Personal profile',
  );
  return new Set(silent.map(({ platform }) => platform));
}
