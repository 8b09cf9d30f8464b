import type { Photo } from '@postloom/contracts';
import type { PhotoFilter } from '#data/photo-query.ts';
import { callRoute, PAGE_ROWS, routes, type Page } from '#lib/api/index.ts';
import { patiently } from './patiently.ts';

/** The ids of a list, page by page, from a cursor on; null is its beginning. */
export function photoIds(
  businessId: string,
  filter: PhotoFilter,
  from: string | null,
  signal: AbortSignal,
): AsyncGenerator<readonly string[]> {
  const read: ReadPage = (page) => callRoute(routes.photos, { businessId, query: { ...filter, ...page }, signal });
  return pagesOfIds(read, from, signal);
}

/** The ids of everything that matches a filter. */
export function allPhotoIds(businessId: string, filter: PhotoFilter, signal: AbortSignal): Promise<readonly string[]> {
  return collected(photoIds(businessId, filter, null, signal));
}

/** The ids of all photos that were deleted and can still be brought back. */
export function deletedPhotoIds(businessId: string, signal: AbortSignal): Promise<readonly string[]> {
  const read: ReadPage = (query) => callRoute(routes.deletedPhotos, { businessId, query, signal });
  return collected(pagesOfIds(read, null, signal));
}

type ReadPage = (page: { limit: number; cursor?: string }) => Promise<unknown>;

async function* pagesOfIds(
  read: ReadPage,
  from: string | null,
  signal: AbortSignal,
): AsyncGenerator<readonly string[]> {
  let cursor = from;
  do {
    const wanted = { limit: PAGE_ROWS, ...(cursor === null ? {} : { cursor }) };
    const page = (await patiently(() => read(wanted), signal)) as Page<Pick<Photo, 'id'>>;
    yield page.data.map(({ id }) => id);
    cursor = page.nextCursor;
  } while (cursor !== null);
}

async function collected(pages: AsyncGenerator<readonly string[]>): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const page of pages) {
    ids.push(...page);
  }
  return ids;
}
