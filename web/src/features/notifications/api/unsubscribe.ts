import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callRoute, routeQuery, routes } from '#lib/api/index.ts';

const linkQuery = (token: string) =>
  routeQuery(routes.unsubscription, { businessId: null, query: { token }, quiet: true });

/** What the link at the end of a mail would stop. */
export function useUnsubscription(token: string) {
  return useQuery({ ...linkQuery(token), enabled: token !== '' });
}

export function useUnsubscribe(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callRoute(routes.unsubscribe, { query: { token }, quiet: true }),
    onSuccess: (stopped) => client.setQueryData(linkQuery(token).queryKey, stopped),
  });
}
