import type { Album } from '@postloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { asList, routeQuery, routes } from '../api/index.ts';

/** The albums of the page's business. */
export function useAlbums() {
  const query = useQuery(routeQuery(routes.albums, {}));
  return { ...query, albums: asList<Album>(query.data) };
}
