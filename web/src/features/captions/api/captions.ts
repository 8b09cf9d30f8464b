import type { AiProvider, BodyOf, CaptionStyle } from '@postloom/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { captionPreferencesQuery } from '#data/caption-preferences.ts';
import { routeQuery, routes, usePageBusiness, usePageCall } from '#lib/api/index.ts';
import { aiProviders } from '#lib/contract-data.ts';
import { toast } from '#ui/index.ts';
import { captionTexts } from '../texts.ts';

export const captionStyles: readonly CaptionStyle[] = ['professional', 'casual', 'artistic', 'promotional'];
export const styleLabels: Record<CaptionStyle, string> = {
  professional: 'Professional',
  casual: 'Casual',
  artistic: 'Artistic',
  promotional: 'Promotional',
};

export const aiSettingsQuery = (businessId: string | null) => routeQuery(routes.aiSettings, { businessId });

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

export function useAiSettings() {
  return useQuery(aiSettingsQuery(usePageBusiness()));
}

export function providerName(id: AiProvider): string {
  return aiProviders.find((one) => one.id === id)?.longLabel ?? id;
}

/** Switches at once and takes it back when the server refuses; `switched` is what is said of it where it is done. */
export function useSwitchProvider(switched: (provider: string) => { title: string; description?: string }) {
  const call = usePageCall();
  const client = useQueryClient();
  const { queryKey } = aiSettingsQuery(usePageBusiness());
  return useMutation({
    mutationFn: (provider: AiProvider) => call(routes.saveAiSettings, { body: { provider } }),
    onMutate: (provider) => {
      const before = client.getQueryData(queryKey)?.currentProvider;
      client.setQueryData(queryKey, (now) => (now ? { ...now, currentProvider: provider } : now));
      return { before, queryKey };
    },
    meta: { failure: captionTexts.providerFailed },
    onError: (_error, _provider, context) => {
      if (context?.before !== undefined) {
        const { before } = context;
        client.setQueryData(context.queryKey, (now) => (now ? { ...now, currentProvider: before } : now));
      }
    },
    onSuccess: (saved, _provider, context) => {
      client.setQueryData(context.queryKey, saved);
      toast({ ...switched(providerName(saved.currentProvider)), tone: 'success' });
    },
  });
}
