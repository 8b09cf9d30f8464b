import type { Album } from '@postloom/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { asList } from '#lib/api/index.ts';
import { albumFullName, albumsQuery, levelled } from './albums.ts';

/** What the albums of a business are called in full now, by their ids. */
export async function readAlbumNames(client: QueryClient, businessId: string): Promise<ReadonlyMap<string, string>> {
  const albums = levelled(asList<Album>(await client.fetchQuery({ ...albumsQuery(businessId), staleTime: 0 })));
  return new Map(albums.map((album) => [album.id, albumFullName(album)]));
}
