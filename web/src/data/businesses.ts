import type { QueryClient } from '@tanstack/react-query';
import { routeList, routes } from '#lib/api/index.ts';

export const businessesQuery = routeList(routes.businesses, { businessId: null });

/** A business by its name, for who has several; null where naming it would say nothing. */
export function nameAmongSeveral(client: QueryClient, id: string): string | null {
  const all = client.getQueryData(businessesQuery.queryKey) ?? [];
  return all.length > 1 ? (all.find((one) => one.id === id)?.name ?? null) : null;
}
