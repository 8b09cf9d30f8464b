import { useQuery } from '@tanstack/react-query';
import { routeList, routeQuery, routes } from '#lib/api/index.ts';

export const businessesQuery = routeList(routes.businesses, { businessId: null });
export const activeBusinessQuery = routeQuery(routes.activeBusiness, { businessId: null });

export function useBusinesses() {
  return useQuery(businessesQuery);
}

export function useActiveBusiness() {
  return useQuery(activeBusinessQuery);
}
