import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callRoute, routeKey, routeQuery, routes } from '#lib/api/index.ts';

const ASK_AGAIN_MS = 3_000;

/** How far the person's latest export is; asked again while it is being made, which may have begun in another tab. */
export function useDataExport() {
  return useQuery({
    ...routeQuery(routes.exportState, { businessId: null }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'working' ? ASK_AGAIN_MS : false),
  });
}

/** Begins an export; one that is under way goes on. */
export function useStartExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callRoute(routes.exportData, { quiet: true }),
    onSuccess: (now) => client.setQueryData(routeKey(routes.exportState, { businessId: null }), now),
  });
}
