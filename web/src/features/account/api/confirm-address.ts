import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callRoute, routeKey, routes } from '#lib/api/index.ts';
import { currentUserQuery } from './current-user.ts';

/** Uses a mailed link. It works once, so a page that draws twice must ask once: a read by its token does. */
const confirmation = (token: string) =>
  queryOptions({
    queryKey: routeKey(routes.verifyEmail, { businessId: null, query: { token } }),
    queryFn: () => callRoute(routes.verifyEmail, { body: { token }, quiet: true }),
    gcTime: Infinity,
    staleTime: Infinity,
  });

export function useConfirmAddress(token: string) {
  return useQuery({ ...confirmation(token), enabled: token !== '' });
}

/** Mails another link to the signed-in person. */
export function useSendConfirmation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callRoute(routes.sendConfirmation, {}),
    // Confirmed on another device meanwhile: then no mail was sent, and the page should know.
    onSuccess: () => client.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
  });
}
