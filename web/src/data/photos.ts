import type { Photo } from '@postloom/contracts';
import {
  queryOptions,
  useQueries,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import {
  asList,
  callRoute,
  invalidatePaths,
  isDeadLink,
  knownOf,
  PAGE_ROWS,
  pathOfKey,
  routeKey,
  routeQuery,
  routes,
  usePageBusiness,
  withRows,
  type Page,
} from '#lib/api/index.ts';

/** Milliseconds after which photos count as stale when a screen opens. */
export const PHOTOS_STALE_MS = 2 * 60_000;
/** Photos that the dashboard shows. */
export const RECENT_PHOTOS = 8;

function recentQuery(businessId: string | null, limit: number) {
  return { ...routeQuery(routes.photos, { businessId, query: { limit } }), staleTime: PHOTOS_STALE_MS };
}

/** The newest photos, as few as are shown. */
export function useRecentPhotos(limit = RECENT_PHOTOS) {
  const { data, isError, isPending, isSuccess, refetch } = useQuery(recentQuery(usePageBusiness(), limit));
  return { photos: asList<Photo>(data), isError, isPending, isSuccess, refetch };
}

/** How many photos the library has; undefined while it is not known, null when it could not be read. Read together with the newest ones. */
export function usePhotoCount(): number | null | undefined {
  const recent = recentQuery(usePageBusiness(), RECENT_PHOTOS);
  return knownOf(useQuery({ ...recent, select: (answer) => (answer as Page<Photo>).total }));
}

type Wanted = Map<string, PromiseWithResolvers<Photo | null>>;

/** Photos that were asked for in this turn, by the business they were asked of. */
const wanted = new Map<string | null, Wanted>();

/** A photo, or null when there is none. All that are asked for in one turn travel together. */
function readPhoto(businessId: string | null, id: string): Promise<Photo | null> {
  let batch = wanted.get(businessId);
  if (!batch) {
    const opened: Wanted = new Map();
    batch = opened;
    wanted.set(businessId, opened);
    queueMicrotask(() => {
      wanted.delete(businessId);
      const ids = [...opened.keys()];
      for (let from = 0; from < ids.length; from += PAGE_ROWS) {
        void readPart(businessId, ids.slice(from, from + PAGE_ROWS), opened);
      }
    });
  }
  const known = batch.get(id);
  if (known) {
    return known.promise;
  }
  const answer = Promise.withResolvers<Photo | null>();
  batch.set(id, answer);
  return answer.promise;
}

async function readPart(businessId: string | null, ids: readonly string[], batch: Wanted): Promise<void> {
  try {
    const photos = asList<Photo>(await callRoute(routes.photos, { query: { ids: ids.join(',') }, businessId }));
    const byId = new Map(photos.map((photo) => [photo.id, photo]));
    for (const id of ids) {
      batch.get(id)?.resolve(byId.get(id) ?? null);
    }
  } catch (error) {
    for (const id of ids) {
      batch.get(id)?.reject(error);
    }
  }
}

export function photoQuery(businessId: string | null, id: string) {
  return queryOptions({
    queryKey: routeKey(routes.photos, { businessId, query: { ids: id } }),
    queryFn: () => readPhoto(businessId, id),
    staleTime: PHOTOS_STALE_MS,
  });
}

function photosById(results: readonly UseQueryResult<Photo | null>[]): ReadonlyMap<string, Photo> {
  return new Map(results.flatMap(({ data }) => (data ? [[data.id, data] as const] : [])));
}

/** The photos of posts, by their ids: asked for together, each once, and kept. One that is deleted or not read yet is absent. */
export function usePhotosById(ids: readonly string[]): ReadonlyMap<string, Photo> {
  const businessId = usePageBusiness();
  const queries = useMemo(() => [...new Set(ids)].map((id) => photoQuery(businessId, id)), [businessId, ids]);
  return useQueries({ queries, combine: photosById });
}

/** One photo by its id, if any is asked for; null when there is none, nor can be. */
export function usePhoto(id: string | null): Photo | null | undefined {
  const { data, error } = useQuery({ ...photoQuery(usePageBusiness(), id ?? ''), enabled: id !== null });
  return isDeadLink(error) ? null : data;
}

/** Reads again what a change of the library touches. */
export function refreshPhotos(client: QueryClient): Promise<void> {
  return invalidatePaths(client, ['/api/photos', '/api/albums', '/api/dashboard/stats', '/api/user/limits']);
}

/** Keeps a photo that has just been made, so that it need not be asked for. */
export function rememberPhoto(client: QueryClient, businessId: string | null, photo: Photo): void {
  client.setQueryData(photoQuery(businessId, photo.id).queryKey, photo);
}

/** `rememberPhoto` for the page's business. */
export function useRememberPhoto(): (photo: Photo) => void {
  const client = useQueryClient();
  const businessId = usePageBusiness();
  return useCallback((photo) => rememberPhoto(client, businessId, photo), [client, businessId]);
}

/** Shows a changed photo in everything that was read, before any of it is read again. */
export function replacePhoto(client: QueryClient, photo: Photo): void {
  client.setQueriesData<unknown>(
    { predicate: ({ queryKey }) => pathOfKey(queryKey) === routes.photos.path },
    (answer: unknown) => withRows<Photo>(answer, (one) => (one.id === photo.id ? photo : one)),
  );
}
