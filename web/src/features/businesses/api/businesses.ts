import { useQuery } from '@tanstack/react-query';
import { businessesQuery } from '#data/businesses.ts';
import { routeQuery, routes } from '#lib/api/index.ts';

export const activeBusinessQuery = routeQuery(routes.activeBusiness, { businessId: null });

export function useBusinesses() {
  return useQuery(businessesQuery);
}

export function useActiveBusiness() {
  return useQuery(activeBusinessQuery);
}
