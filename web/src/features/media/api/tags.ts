import { useQuery } from '@tanstack/react-query';
import { asList, routeQuery, routes, usePageBusiness } from '#lib/api/index.ts';

/** Every tag of the library, in alphabetical order. */
export function usePhotoTags(): readonly string[] {
  const { data } = useQuery(routeQuery(routes.photoTags, { businessId: usePageBusiness() }));
  return asList<string>(data);
}
