import { useMutation, useQueryClient } from '@tanstack/react-query';
import { routes, usePageBusiness, usePageCall } from '#lib/api/index.ts';
import { failoverTexts } from '../failover-texts.ts';
import { aiSettingsQuery } from './provider.ts';

/** Whether other providers may stand in; at once, and taken back when the server refuses. */
export function useAllowFailover() {
  const call = usePageCall();
  const client = useQueryClient();
  const { queryKey } = aiSettingsQuery(usePageBusiness());
  return useMutation({
    mutationFn: (failover: boolean) => call(routes.saveAiSettings, { body: { failover } }),
    onMutate: (failover) => {
      client.setQueryData(queryKey, (now) => (now ? { ...now, failover } : now));
      return { queryKey };
    },
    meta: { failure: failoverTexts.failed },
    onError: (_error, failover, context) => {
      // Not the provider with it: that may have been switched meanwhile.
      if (context) {
        client.setQueryData(context.queryKey, (now) => (now ? { ...now, failover: !failover } : now));
      }
    },
    onSuccess: (saved, _failover, context) => client.setQueryData(context.queryKey, saved),
  });
}
