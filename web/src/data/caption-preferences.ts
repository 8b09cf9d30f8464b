import { useQuery } from '@tanstack/react-query';
import { routeQuery, routes, usePageBusiness } from '#lib/api/index.ts';

export const captionPreferencesQuery = (businessId: string | null) => routeQuery(routes.userSettings, { businessId });

/** Style, hashtags and automatic generation, as the person prefers them. */
export function useCaptionPreferences() {
  return useQuery(captionPreferencesQuery(usePageBusiness()));
}
