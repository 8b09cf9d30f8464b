import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callRoute, invalidatePaths, routeQuery, routes, usePageBusiness } from '#lib/api/index.ts';

/** Whether the calendar can be subscribed to. */
export function useCalendarFeed() {
  return useQuery(routeQuery(routes.calendarFeedState, { businessId: usePageBusiness() }));
}

/** A new address, told this once; the one before stops working. */
export function useRotateFeed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callRoute(routes.rotateCalendarFeed, {}),
    onSuccess: () => invalidatePaths(client, ['/api/calendar/feed']),
  });
}

export function useRevokeFeed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callRoute(routes.revokeCalendarFeed, {}),
    onSuccess: () => invalidatePaths(client, ['/api/calendar/feed']),
  });
}
