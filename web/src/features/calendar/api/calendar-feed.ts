import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callRoute, routeQuery, routes } from '#lib/api/index.ts';

const stateQuery = routeQuery(routes.calendarFeedState, {});

/** Whether the calendar can be subscribed to. */
export function useCalendarFeed() {
  return useQuery(stateQuery);
}

/** A new address, told this once; the one before stops working. */
export function useRotateFeed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callRoute(routes.rotateCalendarFeed, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: stateQuery.queryKey }),
  });
}

export function useRevokeFeed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callRoute(routes.revokeCalendarFeed, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: stateQuery.queryKey }),
  });
}
