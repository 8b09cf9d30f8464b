import type { BodyOf } from '@postloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { captionVoiceQuery } from '#data/caption-voice.ts';
import { routes, usePageBusiness, usePageCall } from '#lib/api/index.ts';

export function useSaveCaptionVoice() {
  const call = usePageCall();
  const client = useQueryClient();
  const { queryKey } = captionVoiceQuery(usePageBusiness());
  return useMutation({
    mutationFn: (body: BodyOf<typeof routes.saveCaptionVoice>) => call(routes.saveCaptionVoice, { body }),
    onMutate: () => ({ queryKey }),
    onSuccess: (saved, _body, context) => client.setQueryData(context.queryKey, saved),
  });
}
