import type { BodyOf } from '@postloom/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callRoute, invalidatePaths, routeQuery, routes } from '#lib/api/index.ts';

const preferencesQuery = routeQuery(routes.notificationPreferences, { businessId: null });

/** What the person is told, where and when; for all their businesses. */
export function useNotificationPreferences() {
  return useQuery(preferencesQuery);
}

export function useSaveNotificationPreferences() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof routes.saveNotificationPreferences>) =>
      callRoute(routes.saveNotificationPreferences, { body }),
    onSuccess: async (saved) => {
      client.setQueryData(preferencesQuery.queryKey, saved);
      // Kinds that are hidden on the page leave the list, or come back.
      await invalidatePaths(client, ['/api/notifications']);
    },
  });
}
