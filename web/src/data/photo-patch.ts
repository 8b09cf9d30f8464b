import type { Photo } from '@postloom/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { isTorn, PAGE_ROWS, pageRows, placesOf, routes, type Pages, type RowPatch } from '#lib/api/index.ts';
import { changedRows, patchRead } from './row-patch.ts';

/** Rows of the first page at which new photos no longer join it: the list is read again, a page of a hundred at a time. */
const LONGEST_PAGE = 3 * PAGE_ROWS;

/** The kept pages of a list with these photos as they are now; null when only the server can say what belongs there. */
function patchedPages(
  data: Pages<Photo>,
  isWhole: boolean,
  ids: readonly string[],
  now: ReadonlyMap<string, Photo>,
): Pages<Photo> | null {
  const rows = pageRows(data);
  const known = new Set(rows.map(({ id }) => id));
  const newest = rows[0]?.createdAt ?? '';
  const added = ids.flatMap((id) => (known.has(id) ? [] : [now.get(id)]));
  const [first] = data.pageParams;
  const isTop = first?.page === 0 && (data.pages[0]?.data.length ?? 0) + added.length <= LONGEST_PAGE;
  // Another filter's photo, an old one, one of a page that is not kept, or one that was never read and is gone.
  if (!isWhole || isTorn(data) || !added.every((photo) => isTop && photo !== undefined && photo.createdAt >= newest)) {
    return null;
  }
  const heads = added.flatMap((photo) => photo ?? []).sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  const gone = new Set(ids.filter((id) => !now.has(id)));
  const pages = data.pages.map((page, index) => ({
    ...page,
    data: [
      ...(index === 0 ? heads : []),
      ...page.data.filter(({ id }) => !gone.has(id)).map((photo) => now.get(photo.id) ?? photo),
    ],
    total: page.total + heads.length - gone.size,
  }));
  return { pages, pageParams: first ? placesOf(first, pages) : [] };
}

/**
 * Brings photos that changed up to date in everything that was read, by one read of them alone: a library that was looked through
 * to its end is not read again for each upload.
 */
export function photoPatch(client: QueryClient, businessId: string): RowPatch {
  return async (ids) => {
    const asked = { route: routes.photos, lists: [routes.photos.path], ids };
    const changed = await changedRows<Photo>(client, businessId, asked);
    if (!changed) {
      return null;
    }
    const { now, reads } = changed;
    for (const read of reads) {
      const query = read.queryKey[2] as Record<string, unknown> | null;
      if (typeof query?.['ids'] === 'string') {
        if (ids.includes(query['ids'])) {
          client.setQueryData(read.queryKey, now.get(query['ids']) ?? null);
        }
        continue;
      }
      const isWhole = Object.keys(query ?? {}).every((name) => name === 'limit');
      patchRead<Pages<Photo>>(client, read, (data) => ('pages' in data ? patchedPages(data, isWhole, ids, now) : null));
    }
    return [
      routes.similarPhotos.path,
      routes.albums.path,
      routes.postStats.path,
      routes.dashboardStats.path,
      routes.analytics.path,
      routes.preflightPost.path,
    ];
  };
}
