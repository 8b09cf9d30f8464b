import type { Photo } from '@postloom/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { knownCursors, type Pages } from '#lib/api/index.ts';
import type { PhotoPages } from './photo-pages.ts';

/** Reads a known page far from what is kept of a list, and keeps it alone. */
export async function goTo(client: QueryClient, pages: PhotoPages, page: number): Promise<void> {
  const { queryKey } = pages;
  const kept = client.getQueryData<Pages<Photo>>(queryKey);
  const cursors = knownCursors(kept?.pages ?? [], kept?.pageParams ?? []);
  const read = (number: number) =>
    client.fetchInfiniteQuery({
      ...pages,
      queryKey: [...queryKey, number] as unknown as typeof queryKey,
      initialPageParam: { page: number, cursors },
      ...{ staleTime: 0, gcTime: 0 },
    });
  const there = await read(page);
  // What was known of the list may be long gone.
  client.setQueryData(queryKey, there.pages[0]?.data.length === 0 ? await read(0) : there);
}
