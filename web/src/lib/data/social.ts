import type { Platform } from '@postloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { routeList, routeQuery, routes } from '../api/index.ts';

export const socialStatusQuery = routeQuery(routes.socialStatus, {});
export const socialAccountsQuery = routeList(routes.socialAccounts, {});

export function useSocialStatus() {
  return useQuery(socialStatusQuery);
}

export function useSocialAccounts() {
  return useQuery(socialAccountsQuery);
}

/** Platforms a post can go to now. */
export function connectedPlatforms(status: Partial<Record<Platform, boolean>> | undefined): ReadonlySet<Platform> {
  const entries = Object.entries(status ?? {}) as [Platform, boolean][];
  return new Set(entries.filter(([, connected]) => connected).map(([platform]) => platform));
}
