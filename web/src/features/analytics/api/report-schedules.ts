import type { BodyOf } from '@postloom/contracts';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { callRoute, invalidatePaths, routeQuery, routes, useCreation, usePageBusiness } from '#lib/api/index.ts';
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
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...changes }: BodyOf<typeof routes.updateReportSchedule> & { id: string }) =>
      callRoute(routes.updateReportSchedule, { params: { id }, body: changes }),
    onSettled: () => refresh(client),
    meta: { failure: texts.changeFailed },
  });
}

export function useDeleteReportSchedule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callRoute(routes.deleteReportSchedule, { params: { id } }),
    onSettled: () => refresh(client),
    meta: { failure: texts.removeFailed },
  });
}
