import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { invalidatePaths, routeQuery, routes, usePageBusiness, usePageCall } from '#lib/api/index.ts';

/** Whether the calendar can be subscribed to. */
export function useCalendarFeed() {
  return useQuery(routeQuery(routes.calendarFeedState, { businessId: usePageBusiness() }));
}

/** A new address, told this once; the one before stops working. */
export function useRotateFeed() {
  const call = usePageCall();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(routes.rotateCalendarFeed, {}),
    onSuccess: () => invalidatePaths(client, ['/api/calendar/feed']),
  });
}

export function useRevokeFeed() {
  const call = usePageCall();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(routes.revokeCalendarFeed, {}),
    onSuccess: () => invalidatePaths(client, ['/api/calendar/feed']),
  });
}
