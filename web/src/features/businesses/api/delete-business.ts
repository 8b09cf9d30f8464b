import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, routes } from '#lib/api/index.ts';
import { businessesQuery } from '#data/businesses.ts';
import { activeBusinessQuery } from './businesses.ts';
import { showBusiness } from './show-business.ts';

/** Deletes a business; the server makes another one active and this page follows it. */
export function useDeleteBusiness() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callRoute(routes.deleteBusiness, { params: { id } }),
    onSuccess: async (_, id) => {
      const [active] = await Promise.all([
        client.fetchQuery({ ...activeBusinessQuery, staleTime: 0 }),
        client.fetchQuery({ ...businessesQuery, staleTime: 0 }),
      ]);
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === id });
      showBusiness(client, active.businessId);
    },
  });
}
