import type { QueryClient } from '@tanstack/react-query';
import { routeList, routes } from '#lib/api/index.ts';

/** The album of the business whose photos the page shows, for what is uploaded there; null where none is, as on any other page. */
export function shownAlbum(client: QueryClient, businessId: string): string | null {
  const id = location.pathname === '/media' ? new URLSearchParams(location.search).get('album') : null;
  const albums = client.getQueryData(routeList(routes.albums, { businessId }).queryKey) ?? [];
  return albums.find((album) => album.id === id)?.id ?? null;
}
