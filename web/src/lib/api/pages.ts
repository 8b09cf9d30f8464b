import type { AnswerOf, QueryOf, RouteContract } from '@postloom/contracts';
import { infiniteQueryOptions, replaceEqualDeep, type InfiniteData } from '@tanstack/react-query';
import { callRoute, type CallOptions } from './client.ts';
import { PAGE_ROWS } from './page-rows.ts';
import { routeKey } from './query.ts';

/** One page of a list; `total` counts the whole list. */
export type Page<T> = { data: readonly T[]; nextCursor: string | null; total: number };

/** Where a page lies in its list: its number, and the cursors of all pages that are known; the first page has none. */
export type PagePlace = { page: number; cursors: readonly (string | null)[] };
export const FIRST_PAGE: PagePlace = { page: 0, cursors: [null] };
export type Pages<T> = InfiniteData<Page<T>, PagePlace>;

type RowOf<A> = Extract<A, { data: readonly unknown[] }> extends { data: readonly (infer T)[] } ? T : never;

/** Cache key of a list that is read page by page. */
export function pagesKey(
  route: Pick<RouteContract, 'path'>,
  options: { businessId: string | null; query: object & { limit: number } },
) {
  return [...routeKey(route, options), 'pages'] as const;
}

/** The page after one; what was known of further pages still holds while this one ends where it did. */
function placeAfter({ nextCursor }: Page<unknown>, { page, cursors }: PagePlace): PagePlace | null {
  if (nextCursor === null) {
    return null;
  }
  return {
    page: page + 1,
    cursors: cursors[page + 1] === nextCursor ? cursors : [...cursors.slice(0, page + 1), nextCursor],
  };
}

/** The cursors of all pages that are known, the next one's too: a page that was read earlier knows fewer. */
export function knownCursors(pages: readonly Page<unknown>[], places: readonly PagePlace[]): PagePlace['cursors'] {
  const [page, place] = [pages.at(-1), places.at(-1)];
  const next = page && place ? placeAfter(page, place) : null;
  return [...places, ...(next ? [next] : [])].reduce(
    (known, { cursors }) => (cursors.length > known.length ? cursors : known),
    FIRST_PAGE.cursors,
  );
}

/** Keeps the rows that say the same, page by page. By its number: a page that moves up because others went is not compared with them. */
function sharePages(before: unknown, now: unknown): unknown {
  const [old, next] = [before, now] as [Partial<Pages<unknown>> | undefined, Partial<Pages<unknown>>];
  if (!old?.pages || !next.pages || !next.pageParams) {
    return now;
  }
  const numbers = old.pageParams?.map(({ page }) => page);
  const pages = next.pages.map((page, index) => {
    const former = old.pages?.[numbers?.indexOf(next.pageParams?.[index]?.page ?? 0) ?? -1];
    return former === undefined ? page : replaceEqualDeep(former, page);
  });
  return { ...next, pages };
}

/**
 * Query options of a list route that is read page by page, for useInfiniteQuery; `pageRows` reads its data. With `most` only so many
 * pages beside each other are kept, and `useReadNear` reads what is scrolled to.
 */
export function routePages<R extends RouteContract>(
  route: R,
  options: {
    businessId: string | null;
    query?: Omit<NonNullable<QueryOf<R>>, 'limit' | 'cursor'>;
    limit?: number;
    most?: number;
  },
) {
  const { businessId, query, limit = PAGE_ROWS, most } = options;
  type Rows = Page<RowOf<AnswerOf<R>>>;
  const asked = { ...query, limit };
  return infiniteQueryOptions({
    queryKey: pagesKey(route, { businessId, query: asked }),
    queryFn: async ({ pageParam: { page, cursors }, signal }) => {
      const cursor = cursors[page] ?? null;
      return (await callRoute(route, {
        businessId,
        query: { ...asked, ...(cursor === null ? {} : { cursor }) },
        signal,
      } as unknown as CallOptions<R>)) as Rows;
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page: Rows, _pages, place) => placeAfter(page, place),
    getPreviousPageParam: (_page: Rows, pages, { page }, places) =>
      page === 0 ? null : { page: page - 1, cursors: knownCursors(pages, places) },
    structuralSharing: sharePages,
    ...(most === undefined ? {} : { maxPages: most }),
  });
}

/** Every row that is kept. */
export function pageRows<T>(data: InfiniteData<Page<T>, unknown> | undefined): readonly T[] {
  return data?.pages.flatMap((page) => page.data) ?? [];
}

/** How many rows the whole list has, as the latest page says; undefined while it is not known. */
export function pageTotal(data: InfiniteData<Page<unknown>, unknown> | undefined): number | undefined {
  return data?.pages.at(-1)?.total;
}
