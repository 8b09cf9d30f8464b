import { useQuery } from '@tanstack/react-query';
import { routeQuery, routes } from '#lib/api/index.ts';

export const limitsQuery = routeQuery(routes.userLimits, {});

export function useLimits() {
  return useQuery(limitsQuery);
}
