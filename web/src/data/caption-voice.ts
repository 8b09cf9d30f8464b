import { useQuery } from '@tanstack/react-query';
import { routeQuery, routes, usePageBusiness } from '#lib/api/index.ts';

export const captionVoiceQuery = (businessId: string | null) => routeQuery(routes.captionVoice, { businessId });

/** How the captions of the page's business sound. */
export function useCaptionVoice() {
  return useQuery(captionVoiceQuery(usePageBusiness()));
}
