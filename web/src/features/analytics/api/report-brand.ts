import type { BodyOf } from '@postloom/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callRoute, routeQuery, routes, usePageBusiness } from '#lib/api/index.ts';

const brandQuery = (businessId: string | null) => routeQuery(routes.reportBrand, { businessId, quiet: true });

/** What the reports of the business look like. */
export function useReportBrand() {
  return useQuery(brandQuery(usePageBusiness()));
}

export function useSaveReportBrand() {
  const client = useQueryClient();
  const { queryKey } = brandQuery(usePageBusiness());
  return useMutation({
    mutationFn: (body: BodyOf<typeof routes.saveReportBrand>) =>
      callRoute(routes.saveReportBrand, { body, quiet: true }),
    onSuccess: (settings) => client.setQueryData(queryKey, settings),
  });
}
