import type { AiProvider, BodyOf, CaptionStyle } from '@postloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { captionPreferencesQuery } from '#data/caption-preferences.ts';
import { routes, usePageBusiness, usePageCall } from '#lib/api/index.ts';
import { aiProviders } from '#lib/contract-data.ts';

export const captionStyles: readonly CaptionStyle[] = ['professional', 'casual', 'artistic', 'promotional'];
export const styleLabels: Record<CaptionStyle, string> = {
  professional: 'Professional',
  casual: 'Casual',
  artistic: 'Artistic',
  promotional: 'Promotional',
};

export function useSavePreferences() {
  const call = usePageCall();
  const client = useQueryClient();
  const { queryKey } = captionPreferencesQuery(usePageBusiness());
  return useMutation({
    mutationFn: (body: BodyOf<typeof routes.saveUserSettings>) => call(routes.saveUserSettings, { body }),
    onMutate: () => ({ queryKey }),
    onSuccess: (saved, _body, context) => client.setQueryData(context.queryKey, saved),
  });
}

export function providerName(id: AiProvider): string {
  return aiProviders.find((one) => one.id === id)?.longLabel ?? id;
}
