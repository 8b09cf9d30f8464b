import type { BodyOf } from '@postloom/contracts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callRoute, invalidatePaths, routeQuery, routes, usePageBusiness, usePageCall } from '#lib/api/index.ts';

/** The links of the business that work. Another tab or person may have made one since: asked at each opening. */
export function useReportShares() {
  return useQuery({ ...routeQuery(routes.reportShares, { businessId: usePageBusiness() }), staleTime: 0 });
}

/** A new link, told this once. */
export function useShareReport() {
  const call = usePageCall();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof routes.shareReport>) => call(routes.shareReport, { body }),
    onSuccess: () => invalidatePaths(client, ['/api/report-shares']),
  });
}

export function useWithdrawShare() {
  const call = usePageCall();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(routes.withdrawReportShare, { params: { id } }),
    // Also after a failure: one that is gone already must not stay in the list.
    onSettled: () => invalidatePaths(client, ['/api/report-shares']),
  });
}

/** What a link shows. Kept while the page is open and not longer. */
export function useSharedReport(token: string) {
  return useQuery(
    queryOptions({
      queryKey: ['shared report', token],
      queryFn: ({ signal }) =>
        callRoute(routes.sharedReport, { body: { token }, businessId: null, quiet: true, signal }),
      enabled: token !== '',
      gcTime: 0,
    }),
  );
}
