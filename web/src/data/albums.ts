import type { Album } from '@postloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { asList, routeList, routes, usePageBusiness } from '#lib/api/index.ts';

/** The albums of the page's business. */
export function useAlbums() {
  const { data, isError, isPending, refetch } = useQuery(routeList(routes.albums, { businessId: usePageBusiness() }));
  return { albums: asList<Album>(data), isError, isPending, refetch };
}
