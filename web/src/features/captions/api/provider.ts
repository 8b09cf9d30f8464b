import type { AiProvider } from '@postloom/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { routeQuery, routes, usePageBusiness, usePageCall } from '#lib/api/index.ts';
import { toast } from '#ui/index.ts';
import { providerTexts } from '../provider-texts.ts';
import { providerName } from './captions.ts';

export const aiSettingsQuery = (businessId: string | null) => routeQuery(routes.aiSettings, { businessId });

export function useAiSettings() {
  return useQuery(aiSettingsQuery(usePageBusiness()));
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
    meta: { failure: providerTexts.failed },
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
