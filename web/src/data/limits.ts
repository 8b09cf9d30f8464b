import { useQuery } from '@tanstack/react-query';
import { routeQuery, routes } from '#lib/api/index.ts';

export const limitsQuery = routeQuery(routes.userLimits, {});

/** Plan, limits and usage. */
export function useLimits() {
  return useQuery(limitsQuery);
}
