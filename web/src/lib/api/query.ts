import type { AnswerOf, RouteContract } from '@postloom/contracts';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { callRoute, pathOf, type CallOptions } from './client.ts';
import { isAccountPath } from './page-scope.ts';

/** Cache key of a read: the path it is fetched from, then its query. */
export type RouteKey = readonly [path: string, query: unknown];

/** Data is never stale, nothing refetches by itself and nothing is retried; live events refresh what changed. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
      },
      mutations: { retry: false },
    },
  });
}

type ReadOptions<R extends RouteContract> = Omit<CallOptions<R>, 'signal' | 'body' | 'idempotencyKey'>;

export function routeKey<R extends RouteContract>(route: R, options?: { params?: unknown; query?: unknown }): RouteKey {
  return [pathOf(route, options?.params), options?.query ?? null];
}

/** Query options of a GET route, for useQuery, prefetchQuery and setQueryData. */
export function routeQuery<R extends RouteContract>(route: R, options: ReadOptions<R>) {
  return queryOptions<AnswerOf<R>, Error, AnswerOf<R>, RouteKey>({
    queryKey: routeKey(route, options as { params?: unknown; query?: unknown }),
    queryFn: ({ signal }) => callRoute(route, { ...options, signal } as unknown as CallOptions<R>),
  });
}

/** A list answer is an array, or an object with a data array; anything else counts as empty. */
export function asList<T>(answer: readonly T[] | { data: readonly T[] } | null | undefined): readonly T[] {
  if (Array.isArray(answer)) {
    return answer as readonly T[];
  }
  const data = (answer as { data?: unknown } | null | undefined)?.data;
  return Array.isArray(data) ? (data as T[]) : [];
}

type RowOf<A> = A extends readonly (infer T)[] ? T : never;

/** Query options of a list route that is asked without pages: its data is always an array. */
export function routeList<R extends RouteContract>(route: R, options: ReadOptions<R>) {
  type Row = RowOf<AnswerOf<R>>;
  return queryOptions<Row[], Error, Row[], RouteKey>({
    queryKey: routeKey(route, options as { params?: unknown; query?: unknown }),
    queryFn: async ({ signal }) => [
      ...asList((await callRoute(route, { ...options, signal } as unknown as CallOptions<R>)) as Row[]),
    ],
  });
}

function pathIn(prefixes: readonly string[]) {
  return ({ queryKey }: { queryKey: readonly unknown[] }) =>
    typeof queryKey[0] === 'string' && prefixes.some((prefix) => (queryKey[0] as string).startsWith(prefix));
}

/** Refetches what is on screen and marks the rest, for every read whose path starts with one of the prefixes. */
export function invalidatePaths(client: QueryClient, prefixes: readonly string[]): Promise<void> {
  return client.invalidateQueries({ predicate: pathIn(prefixes) });
}

/** Milliseconds after a business change at which its lists are fetched once more (the read models follow by events). */
export const BUSINESS_REFETCH_DELAY = 200;

/** Forgets everything of the former business first, so that it never flashes under the new one's name. */
export async function dropBusinessCaches(client: QueryClient): Promise<void> {
  const scoped = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    typeof queryKey[0] === 'string' && !isAccountPath(queryKey[0]);
  await client.cancelQueries({ predicate: scoped });
  await client.resetQueries({ predicate: scoped });
}

/** The second look after a business change. */
export function refetchAfterBusinessChange(client: QueryClient): void {
  setTimeout(() => {
    void invalidatePaths(client, ['/api/photos', '/api/albums', '/api/posts', '/api/dashboard/stats']);
  }, BUSINESS_REFETCH_DELAY);
}
