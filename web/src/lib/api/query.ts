import type { AnswerOf, RouteContract } from '@postloom/contracts';
import { MutationCache, QueryClient, queryOptions, type UseQueryResult } from '@tanstack/react-query';
import { toastError } from '../toast-error.ts';
import { callRoute, pathOf, type CallOptions } from './client.ts';
import { isUnauthorized } from './errors.ts';
import { PAGE_ROWS } from './page-rows.ts';
import { isAccountPath } from './page-scope.ts';

/** Cache key of a read: the business it is about (null: about the person), the path it is fetched from, its query. */
export type RouteKey = readonly [businessId: string | null, path: string, query: unknown];

declare module '@tanstack/react-query' {
  interface Register {
    /** `failure` is said when the change fails; without it whoever awaits the change says it. */
    mutationMeta: { failure?: string };
  }
}

/** Data is never stale, nothing refetches by itself and nothing is retried; live events refresh what changed. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, { meta }) => {
        if (meta?.failure !== undefined && !isUnauthorized(error)) {
          toastError(error, meta.failure);
        }
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
      },
      // Offline a change fails at once and says so. Paused, it would be sent minutes after the person gave up on it.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

type KeyOptions = { businessId: string | null; params?: unknown; query?: unknown };

/** What a read needs. Its business is always named, so that no answer can be kept or shown under another one. */
type ReadOptions<R extends RouteContract> = Omit<CallOptions<R>, 'signal' | 'body' | 'idempotencyKey' | 'businessId'> &
  Pick<KeyOptions, 'businessId'>;

export function routeKey(route: Pick<RouteContract, 'path'>, { businessId, params, query }: KeyOptions): RouteKey {
  return [isAccountPath(route.path) ? null : businessId, pathOf(route, params), query ?? null];
}

/** Query options of a GET route, for useQuery, prefetchQuery and setQueryData. */
export function routeQuery<R extends RouteContract>(route: R, options: ReadOptions<R>) {
  return queryOptions<AnswerOf<R>, Error, AnswerOf<R>, RouteKey>({
    queryKey: routeKey(route, options),
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

/** Query options of a whole list, however long it is: its data is always an array. For lists that can be very long: `routePages`. */
export function routeList<R extends RouteContract>(route: R, options: ReadOptions<R>) {
  type Row = RowOf<AnswerOf<R>>;
  return queryOptions<Row[], Error, Row[], RouteKey>({
    queryKey: routeKey(route, options),
    queryFn: async ({ signal }) => {
      const rows: Row[] = [];
      let cursor: string | null = null;
      do {
        const query = {
          ...(options.query as object | undefined),
          limit: PAGE_ROWS,
          ...(cursor === null ? {} : { cursor }),
        };
        const answer = (await callRoute(route, { ...options, query, signal } as unknown as CallOptions<R>)) as unknown;
        rows.push(...asList(answer as { data: Row[] }));
        cursor = (answer as { nextCursor?: string | null } | null)?.nextCursor ?? null;
      } while (cursor !== null);
      return rows;
    },
  });
}

/** The path of a read, as its key names it; undefined for a key that is not a route's. */
export function pathOfKey(key: readonly unknown[]): string | undefined {
  return typeof key[1] === 'string' ? key[1] : undefined;
}

/** Refetches what is on screen and marks the rest, for every read of one of these paths or of a path below it. */
export function invalidatePaths(client: QueryClient, paths: readonly string[]): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => {
      const path = pathOfKey(queryKey);
      return path !== undefined && paths.some((one) => path === one || path.startsWith(`${one}/`));
    },
  });
}

/**
 * `placeholderData` that keeps the former answer on screen while the next one loads (another month, another search), and
 * never one of another business.
 */
export function previousOf(businessId: string | null) {
  return <T>(previous: T | undefined, query: { queryKey: readonly unknown[] } | undefined): T | undefined =>
    query?.queryKey[0] === businessId ? previous : undefined;
}

/** Marks everything that is kept of a business as old: hints about it were missed while the page showed another one. */
export function invalidateBusiness(client: QueryClient, businessId: string | null): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === businessId });
}

/** What is known of a read: its answer, undefined while it is on its way, null when it failed and there is none from before. */
export function knownOf<T>({ data, isError }: Pick<UseQueryResult<T>, 'data' | 'isError'>): T | null | undefined {
  return data ?? (isError ? null : undefined);
}
