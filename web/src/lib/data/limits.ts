import { useQuery } from '@tanstack/react-query';
import { routeQuery, routes } from '../api/index.ts';

export const limitsQuery = routeQuery(routes.userLimits, {});

/** Plan, limits and usage. */
export function useLimits() {
  return useQuery(limitsQuery);
}
