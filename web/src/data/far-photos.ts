import type { Photo } from '@postloom/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { FIRST_PAGE, knownStarts, pageAt, type Pages } from '#lib/api/index.ts';
import type { PhotoPages } from './photo-query.ts';

/** Reads the known page of a place far from what is kept of a list, and keeps it alone. What is being read of the list is given up. */
export async function goTo(client: QueryClient, pages: PhotoPages, place: number): Promise<void> {
  const { queryKey } = pages;
  await client.cancelQueries({ queryKey, exact: true });
  const kept = client.getQueryData<Pages<Photo>>(queryKey);
  const starts = knownStarts(kept?.pages ?? [], kept?.pageParams ?? []);
  const page = pageAt(starts, place);
  const read = (initialPageParam: typeof FIRST_PAGE) =>
    client.fetchInfiniteQuery({
      ...pages,
      queryKey: [...queryKey, initialPageParam.page] as unknown as typeof queryKey,
      initialPageParam,
      ...{ staleTime: 0, gcTime: 0 },
    });
  const there = await read({ page, starts });
  // Nothing is left there: what was known of the list is long gone.
  client.setQueryData(queryKey, there.pages[0]?.data.length === 0 ? await read(FIRST_PAGE) : there);
}
