import { useQuery } from '@tanstack/react-query';
import { routeQuery, routes, usePageBusiness } from '#lib/api/index.ts';

/** Milliseconds after which the figures count as stale when a screen opens. */
const STATS_STALE_MS = 5 * 60_000;

/** The figures of the business. Every change of photos and posts reads them again, by the same path. */
export function useStats() {
  return useQuery({
    ...routeQuery(routes.dashboardStats, { businessId: usePageBusiness() }),
    staleTime: STATS_STALE_MS,
  });
}
