import { useQuery } from '@tanstack/react-query';
import { routeList, routeQuery, routes, usePageBusiness } from '#lib/api/index.ts';

export const schedulesQuery = (businessId: string | null) => routeList(routes.schedules, { businessId });

/** Recurring schedules, newest first. */
export function useSchedules() {
  return useQuery(schedulesQuery(usePageBusiness()));
}

/** Occurrences that the server gives of a schedule's history; older ones are not listed. */
export const HISTORY_ROWS = 100;

/** What became of past and running occurrences of a schedule, newest first; null asks for nothing. */
export function useScheduleHistory(id: string | null) {
  const businessId = usePageBusiness();
  return useQuery({
    ...routeQuery(routes.pastOccurrences, { businessId, params: { id: id ?? '' } }),
    enabled: id !== null,
  });
}
