import type { Platform, SocialAccount } from '@postloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { routeList, routeQuery, routes, usePageBusiness } from '#lib/api/index.ts';

const socialStatusQuery = (businessId: string | null) => routeQuery(routes.socialStatus, { businessId });
export const socialAccountsQuery = (businessId: string | null) => routeList(routes.socialAccounts, { businessId });

export function useSocialStatus() {
  return useQuery(socialStatusQuery(usePageBusiness()));
}

export function useSocialAccounts() {
  return useQuery(socialAccountsQuery(usePageBusiness()));
}

/** Platforms whose account must be reconnected: posts can be scheduled for them and wait. */
export function waitingPlatforms(accounts: readonly SocialAccount[] | undefined): ReadonlySet<Platform> {
  const waiting = (accounts ?? []).filter(({ status }) => status === 'reconnect_required');
  return new Set(waiting.map(({ platform }) => platform));
}

/** Platforms a post can go to now. */
export function connectedPlatforms(status: Partial<Record<Platform, boolean>> | undefined): ReadonlySet<Platform> {
  const entries = Object.entries(status ?? {}) as [Platform, boolean][];
  return new Set(entries.filter(([, connected]) => connected).map(([platform]) => platform));
}

/** What an account of LinkedIn is, by the name it has there: 'Dana Fields' and 'Marlow Bakehouse' do not say it themselves. */
export function accountKind({ accountId }: Pick<SocialAccount, 'accountId'>): 'Company page' | 'Personal profile' {
  return accountId.startsWith('urn:li:organization:') ? 'Company page' : 'Personal profile';
}
