import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, routes, useCreation } from '#lib/api/index.ts';
import { refreshPosts } from '#data/posts.ts';

/** Makes the drafts once, however often the button is pressed. */
export function useCreateStarterWeek() {
  return useCreation(routes.createStarterWeek, (client) => void refreshPosts(client));
}

/** Takes back those of them that nobody has changed. */
export function useUndoStarterWeek() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) => callRoute(routes.undoStarterWeek, { body: { ids } }),
    onSettled: () => void refreshPosts(client),
  });
}
