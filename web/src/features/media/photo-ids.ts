import type { Photo } from '@postloom/contracts';
import type { PhotoFilter } from '#data/photo-query.ts';
import { callRoute, PAGE_ROWS, routes, type Page } from '#lib/api/index.ts';
import { patiently } from './patiently.ts';

/** The ids of everything that matches a filter. */
export async function allPhotoIds(
  businessId: string,
  filter: PhotoFilter,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const page of photoIds(businessId, filter, null, signal)) {
    ids.push(...page);
  }
  return ids;
}

/** The ids of a list, page by page, from a cursor on; null is its beginning. */
export async function* photoIds(
  businessId: string,
  filter: PhotoFilter,
  from: string | null,
  signal: AbortSignal,
): AsyncGenerator<readonly string[]> {
  let cursor = from;
  do {
    const query = { ...filter, limit: PAGE_ROWS, ...(cursor === null ? {} : { cursor }) };
    const page = (await patiently(
      () => callRoute(routes.photos, { businessId, query, signal }),
      signal,
    )) as Page<Photo>;
    yield page.data.map(({ id }) => id);
    cursor = page.nextCursor;
  } while (cursor !== null);
}
