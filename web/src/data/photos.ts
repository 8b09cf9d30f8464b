import type { Photo } from '@postloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { asList, routeQuery, routes } from '#lib/api/index.ts';

/** Milliseconds after which the photo list counts as stale when a screen opens. */
const PHOTOS_STALE_MS = 2 * 60_000;

export function photosQuery(search = '') {
  return { ...routeQuery(routes.photos, search ? { query: { search } } : {}), staleTime: PHOTOS_STALE_MS };
}

/** The library of the page's business, newest first. `keepPrevious` holds the former result while a search runs. */
export function usePhotos(search = '') {
  const query = useQuery({
    ...photosQuery(search),
    placeholderData: (previous) => previous,
  });
  return { ...query, photos: asList<Photo>(query.data) };
}
