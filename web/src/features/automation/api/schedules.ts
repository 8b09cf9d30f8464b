import type { BodyOf } from '@postloom/contracts';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  invalidatePaths,
  previousOf,
  routeQuery,
  routes,
  useCreation,
  usePageBusiness,
  usePageCall,
} from '#lib/api/index.ts';
import { schedulesQuery } from '#data/schedules.ts';

type ScheduleChanges = BodyOf<typeof routes.updateSchedule>;
type OccurrenceChanges = BodyOf<typeof routes.changeOccurrence>;

const refresh = (client: QueryClient) =>
  invalidatePaths(client, ['/api/recurring-schedules', '/api/calendar', '/api/posts', '/api/dashboard/stats']);

export function useCreateSchedule() {
  return useCreation(routes.createSchedule, (client) => void refresh(client));
}

/** Changes a schedule; `isActive` alone pauses or resumes it, which shows at once and is taken back when it is refused. */
export function useUpdateSchedule() {
  const call = usePageCall();
  const client = useQueryClient();
  const { queryKey } = schedulesQuery(usePageBusiness());
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: ScheduleChanges }) =>
      call(routes.updateSchedule, { params: { id }, body: changes }),
    onMutate: async ({ id, changes: { isActive } }) => {
      if (isActive === undefined) {
        return {};
      }
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (list) => list?.map((one) => (one.id === id ? { ...one, isActive } : one)));
      return { before, queryKey };
    },
    onError: (_error, _change, context) => {
      if (context?.before) {
        client.setQueryData(context.queryKey, context.before);
      }
    },
    onSettled: () => refresh(client),
  });
}

export function useDeleteSchedule() {
  const call = usePageCall();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(routes.deleteSchedule, { params: { id } }),
    onSuccess: () => refresh(client),
  });
}

/** The next `count` occurrences; the former answer stays while more are read. */
export function useUpcomingOccurrences(id: string, count: number) {
  const businessId = usePageBusiness();
  return useQuery({
    ...routeQuery(routes.upcomingOccurrences, { businessId, params: { id }, query: { count } }),
    placeholderData: previousOf(businessId),
  });
}

/** Skips, takes up again or edits one occurrence. */
export function useChangeOccurrence() {
  const call = usePageCall();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, localSlot, changes }: { id: string; localSlot: string; changes: OccurrenceChanges }) =>
      call(routes.changeOccurrence, { params: { id, localSlot }, body: changes }),
    onSettled: () => refresh(client),
  });
}
