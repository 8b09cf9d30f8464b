import { useQuery } from '@tanstack/react-query';
import { routeQuery, routes } from '#lib/api/index.ts';

/**
 * The businesses in which something needs a person; undefined while that is not known. Not asked of who has one alone. Old after a
 * minute, when a menu or page opens that shows it; and read with everything on screen when somebody comes back to the page.
 */
export function useAttention(businesses: readonly unknown[]) {
  return useQuery({
    ...routeQuery(routes.businessAttention, { businessId: null }),
    enabled: businesses.length > 1,
    staleTime: 60_000,
  }).data;
}
