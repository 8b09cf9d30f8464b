import type { BodyOf } from '@postloom/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { routeQuery, routes, usePageBusiness, usePageCall } from '#lib/api/index.ts';

const voiceQuery = (businessId: string | null) => routeQuery(routes.captionVoice, { businessId });

/** How the captions of the page's business sound. */
export function useCaptionVoice() {
  return useQuery(voiceQuery(usePageBusiness()));
}

export function useSaveCaptionVoice() {
  const call = usePageCall();
  const client = useQueryClient();
  const { queryKey } = voiceQuery(usePageBusiness());
  return useMutation({
    mutationFn: (body: BodyOf<typeof routes.saveCaptionVoice>) => call(routes.saveCaptionVoice, { body }),
    onMutate: () => ({ queryKey }),
    onSuccess: (saved, _body, context) => client.setQueryData(context.queryKey, saved),
  });
}
