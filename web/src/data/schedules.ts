import type { RecurringSchedule } from '@postloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { asList, routeList, routes, usePageBusiness } from '#lib/api/index.ts';

export const schedulesQuery = (businessId: string | null) => routeList(routes.schedules, { businessId });

/** Recurring schedules, newest first. */
export function useSchedules() {
  const query = useQuery(schedulesQuery(usePageBusiness()));
  return { ...query, schedules: asList<RecurringSchedule>(query.data) };
}
