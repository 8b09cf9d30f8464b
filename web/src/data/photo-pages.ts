import type { Photo } from '@postloom/contracts';
import { hashKey, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import {
  isTorn,
  knownStarts,
  PAGE_ROWS,
  pageAt,
  pageRows,
  pageTotal,
  previousOf,
  startOf,
  usePageBusiness,
  type Pages,
  type PageStart,
} from '#lib/api/index.ts';
import { MOST_COUNTED } from '#lib/contract-data.ts';
import { useOnline } from '#lib/use-online.ts';
import { photoPages, type PhotoFilter } from './photo-query.ts';

/** Photos before the end of what is kept at which more is read: half a second of a fling, so that it does not come to a stand there. */
const NEAR = 60;

/**
 * What is kept of a list of photos: `photos` are those from the place `before` on. Places up to `reach` are known to have a photo;
 * `total` counts all that match, so far as they are counted. `starts` are the beginnings of the pages that are known. A torn list has a
 * page that no longer ends where the next one begins.
 */
export type PhotoList = {
  photos: readonly Photo[];
  before: number;
  reach: number;
  total: number;
  /** Whether `total` is all of them: of a filtered list not all are counted. */
  isCounted: boolean;
  /** Whether what is kept reaches to the end of the list. */
  isWhole: boolean;
  starts: readonly PageStart[];
  isTorn: boolean;
};

const lists = new WeakMap<Pages<Photo>, PhotoList>();

/** The same list for the same pages: what stays on screen while others are read is looked at in each render. */
function photoList(data: Pages<Photo>): PhotoList {
  const list = lists.get(data) ?? keptPart(data);
  lists.set(data, list);
  return list;
}

function keptPart(data: Pages<Photo>): PhotoList {
  const { pages, pageParams } = data;
  const [first] = pageParams;
  const torn = isTorn(data);
  const rows = pageRows(data);
  // A page that was read after something had changed may overlap the next one.
  const photos = torn ? [...new Map(rows.map((photo) => [photo.id, photo])).values()] : rows;
  const before = first ? startOf(first).at : 0;
  const end = before + photos.length;
  const total = pageTotal(data) ?? end;
  const starts = knownStarts(pages, pageParams);
  const known = (starts.at(-1)?.at ?? 0) + PAGE_ROWS;
  const isWhole = pages.at(-1)?.nextCursor === null;
  const isCounted = total !== MOST_COUNTED;
  const reach = isWhole ? end : Math.max(end, isCounted ? Math.min(known, total) : known);
  return { photos, before, reach, total, isCounted, isWhole, starts, isTorn: torn };
}

/**
 * The library of the page's business, newest first: the part of it around what is shown. `readNear` is told which places are shown,
 * and reads what is missing of them and next to them; after a failure it waits for `readAgain`. The former result stays while a
 * search runs, but not where the next one cannot come: without a network it would be taken for that.
 */
export function usePhotoPages(filter: PhotoFilter = {}) {
  const businessId = usePageBusiness();
  const client = useQueryClient();
  const pages = photoPages(businessId, filter);
  const placeholderData = useOnline() ? previousOf(businessId) : undefined;
  const query = useInfiniteQuery({ ...pages, select: photoList, placeholderData });
  const { data, isPlaceholderData, isFetching, isRefetchError, refetch } = query;
  const { hasNextPage, fetchNextPage, isFetchNextPageError } = query;
  const { hasPreviousPage, fetchPreviousPage, isFetchPreviousPageError } = query;
  const {
    isPending: isGoing,
    isError: hasNotGone,
    variables: wanted,
    mutate: goTo,
  } = useMutation({
    mutationFn: async ({ place }: { place: number; list: string }) =>
      (await import('./far-photos.ts')).goTo(client, pages, place),
  });
  const list = hashKey(pages.queryKey);
  const isFar = (place: number) => data !== undefined && sideOf(data, place, place) === 'far';
  // One that was scrolled back to by hand, or of another list, is no longer missed.
  const notReached = hasNotGone && wanted.list === list && isFar(wanted.place) ? wanted.place : null;

  const readNear = useCallback(
    (from: number, to: number) => {
      if (!data || isPlaceholderData || isGoing) {
        return;
      }
      const side = sideOf(data, from, to);
      if (side === 'far') {
        if (notReached === null || pageAt(data.starts, notReached) !== pageAt(data.starts, from)) {
          goTo({ place: from, list });
        }
      } else if (isFetching) {
        // It reads on when that has come.
      } else if (data.isTorn && !isRefetchError) {
        void refetch();
      } else if (side === 'before' && hasPreviousPage && !isFetchPreviousPageError) {
        void fetchPreviousPage();
      } else if (hasNextPage && !isFetchNextPageError && to > data.before + data.photos.length - NEAR) {
        void fetchNextPage();
      }
    },
    [
      data,
      isPlaceholderData,
      isGoing,
      notReached,
      goTo,
      list,
      isFetching,
      isRefetchError,
      refetch,
      hasPreviousPage,
      isFetchPreviousPageError,
      fetchPreviousPage,
      hasNextPage,
      isFetchNextPageError,
      fetchNextPage,
    ],
  );
  const readAgain = () => {
    if (notReached !== null) {
      goTo({ place: notReached, list });
    } else {
      void (isFetchPreviousPageError ? fetchPreviousPage() : fetchNextPage());
    }
  };
  const hasFailed = notReached !== null || isFetchPreviousPageError || isFetchNextPageError;
  return { query, readNear, hasFailed, readAgain };
}

/** Where shown places lie: over a page away from what is kept, or at its beginning. */
function sideOf({ before, photos }: PhotoList, from: number, to: number): 'far' | 'before' | 'within' {
  if (to < before - PAGE_ROWS || from > before + photos.length + PAGE_ROWS) {
    return 'far';
  }
  return from < before + NEAR ? 'before' : 'within';
}
