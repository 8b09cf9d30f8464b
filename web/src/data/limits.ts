import { useQuery } from '@tanstack/react-query';
import { routeQuery, routes, usePageBusiness } from '#lib/api/index.ts';

export const limitsQuery = (businessId: string | null) => routeQuery(routes.userLimits, { businessId });

/** Plan, limits and usage. */
export function useLimits() {
  return useQuery(limitsQuery(usePageBusiness()));
}
