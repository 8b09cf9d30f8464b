import type { Notification } from '@postloom/contracts';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { asList, callRoute, routeQuery, routes } from '../../../lib/api/index.ts';

const query = routeQuery(routes.notifications, {});

/** What the person is told about the page's business, newest first. */
export function useNotifications() {
  const answer = useQuery(query);
  return { ...answer, notifications: asList<Notification>(answer.data) };
}

/** Shows the change at once; a refused one is taken back and the list read again. */
async function optimistic(
  client: QueryClient,
  change: (list: readonly Notification[]) => Notification[],
): Promise<{ before: Notification[] | undefined }> {
  await client.cancelQueries({ queryKey: query.queryKey });
  const before = client.getQueryData(query.queryKey);
  if (before) client.setQueryData(query.queryKey, change(before));
  return { before };
}

function useChange<V>(
  send: (value: V) => Promise<unknown>,
  change: (value: V) => (one: Notification) => Notification[],
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onMutate: (value) => optimistic(client, (list) => list.flatMap(change(value))),
    onError: (_error, _value, context) => {
      if (context?.before) client.setQueryData(query.queryKey, context.before);
    },
    onSettled: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
}

export function useSetNotification() {
  return useChange(
    ({ id, read }: { id: string; read: boolean }) =>
      callRoute(routes.setNotification, { params: { id }, body: { read } }),
    ({ id, read }) =>
      (one) => [one.id === id ? { ...one, read } : one],
  );
}

export function useReadAll() {
  return useChange(
    () => callRoute(routes.readAllNotifications, {}),
    () => (one) => [{ ...one, read: true }],
  );
}

export function useDeleteNotification() {
  return useChange(
    (id: string) => callRoute(routes.deleteNotification, { params: { id } }),
    (id) => (one) => (one.id === id ? [] : [one]),
  );
}
