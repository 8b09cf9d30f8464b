import { useQuery, type QueryClient } from '@tanstack/react-query';
import { isApiError, routeQuery, routes } from '#lib/api/index.ts';

/** The signed-in person. Fails with 401 when there is none; that is an answer here, not a lost session. */
export const currentUserQuery = routeQuery(routes.currentUser, { businessId: null, quiet: true });

export function useCurrentUser() {
  // 'Nobody' is an answer: a page that asks as well must not send the whole application back to the start.
  const query = useQuery({ ...currentUserQuery, retryOnMount: false });
  const signedOut = isApiError(query.error) && query.error.status === 401;
  return {
    user: query.data,
    signedOut,
    loading: query.isPending,
    /** Asked as soon as there is a network. */
    waiting: query.isPending && query.fetchStatus === 'paused',
    error: query.error,
    retry: () => void query.refetch(),
  };
}

/** Before a session starts: nothing of a former person stays in the cache. The user's own entry stays, somebody watches it. */
export function forgetFormerPerson(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== currentUserQuery.queryKey[1] });
}
