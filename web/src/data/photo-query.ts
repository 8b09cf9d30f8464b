import type { QueryOf } from '@postloom/contracts';
import { routePages, routes } from '#lib/api/index.ts';
import { PHOTOS_STALE_MS } from './photos.ts';

/** Pages beside each other that are kept of a list, so that one of 100,000 photos takes no more memory than one of 1,000. */
const KEPT_PAGES = 10;

export type PhotoFilter = Omit<NonNullable<QueryOf<typeof routes.photos>>, 'limit' | 'cursor' | 'ids'>;

/** Query options of the library, page by page. */
export function photoPages(businessId: string | null, filter: PhotoFilter) {
  return { ...routePages(routes.photos, { businessId, query: filter, most: KEPT_PAGES }), staleTime: PHOTOS_STALE_MS };
}
export type PhotoPages = ReturnType<typeof photoPages>;
