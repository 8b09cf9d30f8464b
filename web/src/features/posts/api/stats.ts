import { useQuery } from '@tanstack/react-query';
import { routeQuery, routes, usePageBusiness } from '#lib/api/index.ts';

/** Milliseconds after which the figures count as stale when a screen opens. */
const STATS_STALE_MS = 5 * 60_000;

/** The four figures of the dashboard. */
export function useStats() {
  return useQuery({ ...routeQuery(routes.postStats, { businessId: usePageBusiness() }), staleTime: STATS_STALE_MS });
}
