import type { Platform } from '@postloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { routeQuery, routes, usePageBusiness } from '#lib/api/index.ts';

/** The doctor's findings for a platform; asked anew each time the panel opens, because it asks the platform. */
export function useDoctor(platform: Platform) {
  const businessId = usePageBusiness();
  return useQuery({
    ...routeQuery(routes.connectionDoctor, { businessId, params: { platform } }),
    staleTime: 0,
    gcTime: 0,
  });
}
