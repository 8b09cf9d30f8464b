import type { Album } from '@postloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { asList, routeList, routes, usePageBusiness } from '#lib/api/index.ts';

/** The albums of the page's business. */
export function useAlbums() {
  const query = useQuery(routeList(routes.albums, { businessId: usePageBusiness() }));
  return { ...query, albums: asList<Album>(query.data) };
}
