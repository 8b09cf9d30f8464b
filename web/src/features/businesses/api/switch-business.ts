import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  callRoute,
  dropBusinessCaches,
  invalidatePaths,
  refetchAfterBusinessChange,
  routes,
  setPageBusinessId,
} from '#lib/api/index.ts';
import { activeBusinessQuery } from './businesses.ts';

/** Makes a business the active one, here and for the next visit. */
export function useSwitchBusiness() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (businessId: string) => callRoute(routes.setActiveBusiness, { body: { businessId } }),
    onSuccess: async (answer) => {
      client.setQueryData(activeBusinessQuery.queryKey, answer);
      setPageBusinessId(answer.businessId);
      await dropBusinessCaches(client);
      await invalidatePaths(client, ['/api/user/limits']);
      refetchAfterBusinessChange(client);
    },
  });
}
