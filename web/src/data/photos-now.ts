import type { Photo } from '@postloom/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { photoQuery } from './photos.ts';

/** Photos as they are now, whatever was known of them; one that was deleted is absent. */
export async function readPhotosNow(
  client: QueryClient,
  businessId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Photo>> {
  const photos = await Promise.all(
    [...new Set(ids)].map((id) => client.fetchQuery({ ...photoQuery(businessId, id), staleTime: 0 })),
  );
  return new Map(photos.flatMap((photo) => (photo ? [[photo.id, photo] as const] : [])));
}
