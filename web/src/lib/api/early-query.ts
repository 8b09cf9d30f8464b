import {
  usePrefetchQuery,
  useQuery,
  type QueryKey,
  type UsePrefetchQueryOptions,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';

/**
 * `useQuery` that asks while it is rendered: for what a screen shows first and the page does not bring along. `useQuery` by itself
 * asks once the screen has been drawn, all its reads in one piece of work; rendering is done in small ones, and the answer is on its way
 * the sooner. Takes no `enabled`: it asks whenever nothing is known.
 */
export function useEarlyQuery<Answer, Failure, Shown, Key extends QueryKey>(
  options: Omit<UseQueryOptions<Answer, Failure, Shown, Key>, 'enabled'>,
): UseQueryResult<Shown, Failure> {
  usePrefetchQuery(options as UsePrefetchQueryOptions<Answer, Failure, Answer, Answer, Key>);
  return useQuery(options);
}
