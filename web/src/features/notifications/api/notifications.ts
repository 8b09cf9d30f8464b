import type { Notification } from '@postloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { routeList, routes, useEarlyQuery, usePageBusiness, usePageCall } from '#lib/api/index.ts';
import { notificationTexts } from '../texts.ts';

const listQuery = (businessId: string | null) => routeList(routes.notifications, { businessId });

/** What the person is told about the page's business, newest first. */
export function useNotifications() {
  return useEarlyQuery(listQuery(usePageBusiness()));
}

/** Shows the change at once; a refused one is taken back with a word, and the list is read again. */
function useChange<V>(
  send: (value: V) => Promise<unknown>,
  change: (value: V) => (one: Notification) => Notification[],
) {
  const client = useQueryClient();
  const { queryKey } = listQuery(usePageBusiness());
  return useMutation({
    mutationFn: send,
    onMutate: async (value) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, before?.flatMap(change(value)));
      return { before, queryKey };
    },
    meta: { failure: notificationTexts.changeFailed },
    onError: (_error, _value, context) => {
      if (context) {
        client.setQueryData(context.queryKey, context.before);
      }
    },
    onSettled: (_answer, _error, _value, context) =>
      client.invalidateQueries({ queryKey: context?.queryKey ?? queryKey }),
  });
}

export function useSetNotification() {
  const call = usePageCall();
  return useChange(
    ({ id, read }: { id: string; read: boolean }) => call(routes.setNotification, { params: { id }, body: { read } }),
    ({ id, read }) =>
      (one) => [one.id === id ? { ...one, read } : one],
  );
}

export function useReadAll() {
  const call = usePageCall();
  return useChange(
    () => call(routes.readAllNotifications, {}),
    () => (one) => [{ ...one, read: true }],
  );
}

export function useDeleteNotification() {
  const call = usePageCall();
  return useChange(
    (id: string) => call(routes.deleteNotification, { params: { id } }),
    (id) => (one) => (one.id === id ? [] : [one]),
  );
}
