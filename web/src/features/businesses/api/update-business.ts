import type { BodyOf } from '@postloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, invalidatePaths, routes } from '#lib/api/index.ts';
import { businessesQuery } from '#data/businesses.ts';

export type BusinessProfile = BodyOf<typeof routes.updateBusiness>;

export function useUpdateBusiness() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: BusinessProfile }) =>
      callRoute(routes.updateBusiness, { params: { id }, body: changes }),
    onSuccess: async (business) => {
      client.setQueryData(businessesQuery.queryKey, (list) =>
        list?.map((one) => (one.id === business.id ? business : one)),
      );
      await invalidatePaths(client, ['/api/calendar']);
    },
  });
}
