import type { Photo, QueryOf } from '@postloom/contracts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import {
  knownCursors,
  PAGE_ROWS,
  previousOf,
  routePages,
  routes,
  usePageBusiness,
  type Pages,
} from '#lib/api/index.ts';
import { MOST_COUNTED } from '#lib/contract-data.ts';
import { PHOTOS_STALE_MS } from './photos.ts';

/** Pages beside each other that are kept of a list, so that one of 100,000 photos takes no more memory than one of 1,000. */
const KEPT_PAGES = 10;
/** Photos before the end of what is kept at which more is read: four rows of a wide screen. */
const NEAR = 24;

export type PhotoFilter = Omit<NonNullable<QueryOf<typeof routes.photos>>, 'limit' | 'cursor' | 'ids'>;

/** Query options of the library, page by page. */
function photoPages(businessId: string | null, filter: PhotoFilter) {
  return { ...routePages(routes.photos, { businessId, query: filter, most: KEPT_PAGES }), staleTime: PHOTOS_STALE_MS };
}
export type PhotoPages = ReturnType<typeof photoPages>;

/**
 * What is kept of a list of photos: `photos` are those from the place `before` on. Places up to `reach` are known to have a photo;
 * `total` counts all that match. `cursors` are those of the pages that are known. A torn list has a page that no longer ends where
 * the next one begins.
 */
export type PhotoList = {
  photos: readonly Photo[];
  before: number;
  reach: number;
  total: number;
  cursors: readonly (string | null)[];
  isTorn: boolean;
};

const lists = new WeakMap<Pages<Photo>, PhotoList>();

/** The same list for the same pages: what stays on screen while others are read is looked at in each render. */
function photoList(data: Pages<Photo>): PhotoList {
  const list = lists.get(data) ?? keptPart(data);
  lists.set(data, list);
  return list;
}

function keptPart({ pages, pageParams }: Pages<Photo>): PhotoList {
  const [first, second] = pageParams;
  const isTorn = second !== undefined && pages[0]?.nextCursor !== second.cursors[second.page];
  const rows = pages.flatMap(({ data }) => data);
  // A page that was read after something had changed may overlap the next one.
  const photos = isTorn ? [...new Map(rows.map((photo) => [photo.id, photo])).values()] : rows;
  const before = (first?.page ?? 0) * PAGE_ROWS;
  const end = before + photos.length;
  const total = pages.at(-1)?.total ?? end;
  const cursors = knownCursors(pages, pageParams);
  const known = cursors.length * PAGE_ROWS;
  const isWhole = pages.at(-1)?.nextCursor === null;
  const reach = isWhole ? end : Math.max(end, total === MOST_COUNTED ? known : Math.min(known, total));
  return { photos, before, reach, total, cursors, isTorn };
}

/**
 * The library of the page's business, newest first: the part of it around what is shown. `readNear` is told which places are shown,
 * and reads what is missing of them and next to them; after a failure it waits for `readAgain`. The former result stays while a
 * search runs.
 */
export function usePhotoPages(filter: PhotoFilter = {}) {
  const businessId = usePageBusiness();
  const client = useQueryClient();
  const pages = photoPages(businessId, filter);
  const query = useInfiniteQuery({ ...pages, select: photoList, placeholderData: previousOf(businessId) });
  const { data, fetchNextPage, fetchPreviousPage, refetch } = query;
  const { isFetching, isRefetchError, hasNextPage, hasPreviousPage, isFetchNextPageError, isFetchPreviousPageError } =
    query;
  const far = useMutation({
    mutationFn: async (page: number) => (await import('./far-photos.ts')).goTo(client, pages, page),
  });
  const { isPending: isGoing, mutate: goTo } = far;
  const notReached = far.isError ? far.variables : null;

  const readNear = useCallback(
    (from: number, to: number) => {
      if (!data || isFetching || isGoing) {
        return;
      }
      const end = data.before + data.photos.length;
      const page = Math.floor(from / PAGE_ROWS);
      if (data.isTorn && !isRefetchError) {
        void refetch();
      } else if (to < data.before - PAGE_ROWS || from > end + PAGE_ROWS) {
        if (page !== notReached) {
          goTo(page);
        }
      } else if (hasPreviousPage && !isFetchPreviousPageError && from < data.before + NEAR) {
        void fetchPreviousPage();
      } else if (hasNextPage && !isFetchNextPageError && to > end - NEAR) {
        void fetchNextPage();
      }
    },
    [
      data,
      isFetching,
      isRefetchError,
      isGoing,
      notReached,
      hasPreviousPage,
      isFetchPreviousPageError,
      hasNextPage,
      isFetchNextPageError,
      goTo,
      refetch,
      fetchPreviousPage,
      fetchNextPage,
    ],
  );
  const readAgain = () =>
    void (notReached !== null ? goTo(notReached) : isFetchPreviousPageError ? fetchPreviousPage() : fetchNextPage());
  return {
    query,
    readNear,
    hasFailed: notReached !== null || isFetchPreviousPageError || isFetchNextPageError,
    readAgain,
  };
}
