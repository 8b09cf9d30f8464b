import type { AnswerOf, QueryOf, RouteContract } from '@postloom/contracts';
import { infiniteQueryOptions, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { callRoute, type CallOptions } from './client.ts';
import { PAGE_ROWS } from './page-rows.ts';
import { routeKey } from './query.ts';

/** One page of a list; `total` counts the whole list. */
export type Page<T> = { data: readonly T[]; nextCursor: string | null; total: number };
type RowOf<A> = Extract<A, { data: readonly unknown[] }> extends { data: readonly (infer T)[] } ? T : never;

/** Cache key of a list that is read page by page. */
export function pagesKey(
  route: Pick<RouteContract, 'path'>,
  options: { businessId: string | null; query: object & { limit: number } },
) {
  return [...routeKey(route, options), 'pages'] as const;
}

/** Query options of a list route that is read page by page, for useInfiniteQuery; `pageRows` reads its data. */
export function routePages<R extends RouteContract>(
  route: R,
  options: {
    businessId: string | null;
    query?: Omit<NonNullable<QueryOf<R>>, 'limit' | 'cursor'>;
    limit?: number;
  },
) {
  const { businessId, query, limit = PAGE_ROWS } = options;
  type Rows = Page<RowOf<AnswerOf<R>>>;
  const asked = { ...query, limit };
  return infiniteQueryOptions({
    queryKey: pagesKey(route, { businessId, query: asked }),
    queryFn: async ({ pageParam, signal }) =>
      (await callRoute(route, {
        businessId,
        query: { ...asked, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      } as unknown as CallOptions<R>)) as Rows,
    initialPageParam: null as string | null,
    getNextPageParam: (page: Rows) => page.nextCursor,
  });
}

/** Every row that has been read so far. */
export function pageRows<T>(data: InfiniteData<Page<T>, unknown> | undefined): readonly T[] {
  return data?.pages.flatMap((page) => page.data) ?? [];
}

/** How many rows the whole list has, as the latest page says; undefined while it is not known. */
export function pageTotal(data: InfiniteData<Page<unknown>, unknown> | undefined): number | undefined {
  return data?.pages.at(-1)?.total;
}

/** Reads the next page, unless one is on its way or has failed: after a failure a person asks for it. */
export function useReadOn(
  query: Pick<UseInfiniteQueryResult, 'fetchNextPage' | 'hasNextPage' | 'isFetching' | 'isFetchNextPageError'>,
): () => void {
  const { fetchNextPage, hasNextPage, isFetching, isFetchNextPageError } = query;
  return useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) {
      void fetchNextPage();
    }
  }, [fetchNextPage, hasNextPage, isFetching, isFetchNextPageError]);
}
