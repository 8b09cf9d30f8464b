import type { BodyOf } from '@postloom/contracts';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { invalidatePaths, routeQuery, routes, useCreation, usePageBusiness, usePageCall } from '#lib/api/index.ts';
import { reportMailTexts as texts } from '../report-mail-texts.ts';

const refresh = (client: QueryClient) => invalidatePaths(client, ['/api/reports/schedules']);

/** The reports that the person gets by mail. */
export function useReportSchedules() {
  return useQuery(routeQuery(routes.reportSchedules, { businessId: usePageBusiness(), quiet: true }));
}

export function useAddReportSchedule() {
  return useCreation(routes.createReportSchedule, refresh);
}

export function useChangeReportSchedule() {
  const call = usePageCall();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...changes }: BodyOf<typeof routes.updateReportSchedule> & { id: string }) =>
      call(routes.updateReportSchedule, { params: { id }, body: changes }),
    onSettled: () => refresh(client),
    meta: { failure: texts.changeFailed },
  });
}

export function useDeleteReportSchedule() {
  const call = usePageCall();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(routes.deleteReportSchedule, { params: { id } }),
    onSettled: () => refresh(client),
    meta: { failure: texts.removeFailed },
  });
}
