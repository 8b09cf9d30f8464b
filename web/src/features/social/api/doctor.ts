import type { Platform } from '@postloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { routeQuery, routes } from '#lib/api/index.ts';

/** The doctor's findings for a platform; asked anew each time the panel opens, because it asks the platform. */
export function useDoctor(platform: Platform) {
  return useQuery({ ...routeQuery(routes.connectionDoctor, { params: { platform } }), staleTime: 0, gcTime: 0 });
}
