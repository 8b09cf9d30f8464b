import type { AnswerOf, QueryOf, RouteContract } from '@postloom/contracts';
import { infiniteQueryOptions, replaceEqualDeep, type InfiniteData } from '@tanstack/react-query';
import { callRoute, type CallOptions } from './client.ts';
import { PAGE_ROWS } from './page-rows.ts';
import { asList, routeKey } from './query.ts';

/** One page of a list; `total` counts the whole list. */
export type Page<T> = {
  data: readonly T[];
  nextCursor: string | null;
  total: number;
  /** Milliseconds since 1970; absent on what came with the document. */
  readAt?: number;
};

/** Where a page begins: its cursor, of which the first page has none, and the place of its first row in the whole list. */
export type PageStart = { cursor: string | null; at: number };
/** Which page of its list one is, and the beginnings of all pages that are known. */
export type PagePlace = { page: number; starts: readonly PageStart[] };
export const FIRST_PAGE: PagePlace = { page: 0, starts: [{ cursor: null, at: 0 }] };
export type Pages<T> = InfiniteData<Page<T>, PagePlace>;

type RowOf<A> = Extract<A, { data: readonly unknown[] }> extends { data: readonly (infer T)[] } ? T : never;

/** Cache key of a list that is read page by page. */
export function pagesKey(
  route: Pick<RouteContract, 'path'>,
  options: { businessId: string | null; query: object & { limit: number } },
) {
  return [...routeKey(route, options), 'pages'] as const;
}

export const startOf = ({ page, starts }: PagePlace): PageStart => starts[page] ?? { cursor: null, at: 0 };

/** The number of the known page that a place lies on. */
export function pageAt(starts: readonly PageStart[], place: number): number {
  return Math.max(
    0,
    starts.findLastIndex(({ at }) => at <= place),
  );
}

/** The page after one; what was known of further pages still holds while this one ends where it did. */
function nextPlace({ data, nextCursor }: Page<unknown>, place: PagePlace): PagePlace | null {
  if (nextCursor === null) {
    return null;
  }
  const page = place.page + 1;
  const before = place.starts.slice(0, page);
  const at = startOf(place).at + data.length;
  const [known, ...further] = place.starts.slice(page);
  if (known?.cursor !== nextCursor) {
    return { page, starts: [...before, { cursor: nextCursor, at }] };
  }
  const moved = at - known.at;
  const after = [known, ...further].map((start) => ({ ...start, at: start.at + moved }));
  return { page, starts: moved === 0 ? place.starts : [...before, ...after] };
}

/** Whether the second page no longer begins where the first one ends: something changed between the reads. */
export function isTorn({ pages, pageParams: [, second] }: Pages<unknown>): boolean {
  return second !== undefined && pages[0]?.nextCursor !== startOf(second).cursor;
}

/** Where pages beside each other lie, of which some have other rows than when they were read. */
export function placesOf(first: PagePlace, pages: readonly Page<unknown>[]): PagePlace[] {
  return pages.slice(0, -1).reduce<PagePlace[]>(
    (places, page) => {
      const next = nextPlace(page, places.at(-1) ?? first);
      return next === null ? places : [...places, next];
    },
    [first],
  );
}

/** The beginnings of all pages that are known, the next one's too: a page that was read earlier knows fewer. */
export function knownStarts(pages: readonly Page<unknown>[], places: readonly PagePlace[]): readonly PageStart[] {
  const [page, place] = [pages.at(-1), places.at(-1)];
  const next = page && place ? nextPlace(page, place) : null;
  return [...places, ...(next ? [next] : [])].reduce(
    (known, { starts }) => (starts.length > known.length ? starts : known),
    FIRST_PAGE.starts,
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
 * pages beside each other are kept.
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
    queryFn: async ({ pageParam, signal }) => {
      const { cursor } = startOf(pageParam);
      const answer: unknown = await callRoute(route, {
        businessId,
        query: { ...asked, ...(cursor === null ? {} : { cursor }) },
        signal,
      } as unknown as CallOptions<R>);
      const { nextCursor = null, total } = (answer ?? {}) as Partial<Rows>;
      const data = asList(answer as Rows);
      return { data, nextCursor, total: total ?? data.length, readAt: Date.now() } as Rows;
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page: Rows, _pages, place) => nextPlace(page, place),
    getPreviousPageParam: (_page: Rows, pages, { page }, places) =>
      page === 0 ? null : { page: page - 1, starts: knownStarts(pages, places) },
    structuralSharing: sharePages,
    ...(most === undefined ? {} : { maxPages: most }),
  });
}

/** Every row that is kept. */
export function pageRows<T>(data: InfiniteData<Page<T>, unknown> | undefined): readonly T[] {
  return data?.pages.flatMap((page) => page.data) ?? [];
}

/** How many rows the whole list has, as the page says that was read last; undefined while it is not known. */
export function pageTotal(data: InfiniteData<Page<unknown>, unknown> | undefined): number | undefined {
  const pages = data?.pages ?? [];
  const lastRead = Math.max(...pages.map(({ readAt = 0 }) => readAt));
  return pages.findLast(({ readAt = 0 }) => readAt === lastRead)?.total;
}
