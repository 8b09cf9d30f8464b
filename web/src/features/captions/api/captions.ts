import type { BodyOf, CaptionStyle } from '@postloom/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  callRoute,
  invalidatePaths,
  isApiError,
  messageOr,
  routeQuery,
  routes,
  usePageBusiness,
} from '#lib/api/index.ts';
import { aiProviders } from '#lib/contract-data.ts';
import { toastError } from '#lib/toast-error.ts';
import { toast } from '#ui/index.ts';
import { withHashtags } from '../caption-draft.ts';

export const captionStyles: readonly CaptionStyle[] = ['professional', 'casual', 'artistic', 'promotional'];
export const styleLabels: Record<CaptionStyle, string> = {
  professional: 'Professional',
  casual: 'Casual',
  artistic: 'Artistic',
  promotional: 'Promotional',
};

const settingsQuery = (businessId: string | null) => routeQuery(routes.userSettings, { businessId });
const aiSettingsQuery = (businessId: string | null) => routeQuery(routes.aiSettings, { businessId });

/** Style, hashtags and automatic generation, as the person prefers them. */
export function useCaptionPreferences() {
  return useQuery(settingsQuery(usePageBusiness()));
}

export function useSavePreferences() {
  const client = useQueryClient();
  const { queryKey } = settingsQuery(usePageBusiness());
  return useMutation({
    mutationFn: (body: BodyOf<typeof routes.saveUserSettings>) => callRoute(routes.saveUserSettings, { body }),
    onMutate: () => ({ queryKey }),
    onSuccess: (saved, _body, context) => client.setQueryData(context.queryKey, saved),
  });
}

export function useAiSettings() {
  return useQuery(aiSettingsQuery(usePageBusiness()));
}

/** Switches at once and takes it back when the server refuses. */
export function useSwitchProvider() {
  const client = useQueryClient();
  const { queryKey } = aiSettingsQuery(usePageBusiness());
  return useMutation({
    mutationFn: (provider: (typeof aiProviders)[number]['id']) =>
      callRoute(routes.saveAiSettings, { body: { provider } }),
    onMutate: (provider) => {
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (now) => (now ? { ...now, currentProvider: provider } : now));
      return { before, queryKey };
    },
    onError: (error, _, context) => {
      if (context) {
        client.setQueryData(context.queryKey, context.before);
      }
      toastError(error, 'Failed to switch AI provider.');
    },
    onSuccess: (saved, _provider, context) => {
      client.setQueryData(context.queryKey, saved);
      const name = aiProviders.find((one) => one.id === saved.currentProvider)?.longLabel ?? saved.currentProvider;
      toast({
        title: 'AI Provider Updated',
        description: `Switched to ${name} for caption generation.`,
        tone: 'success',
      });
    },
  });
}

export type CaptionAsk = { photoId: string; style: CaptionStyle; includeHashtags: boolean };

/** One generation at a time; `cancel` ends it without a word. */
export function useGenerateCaption(onCaption: (text: string) => void, onUpgrade: () => void) {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const controller = useRef<AbortController | null>(null);
  const latest = useRef(onCaption);
  latest.current = onCaption;
  const cancel = useCallback(() => controller.current?.abort(), []);
  useEffect(() => cancel, [cancel]);

  const generate = useCallback(
    async ({ photoId, ...options }: CaptionAsk) => {
      if (controller.current) {
        return;
      }
      const own = new AbortController();
      controller.current = own;
      setPending(true);
      try {
        const answer = await callRoute(routes.generateCaption, {
          body: { photoId, options },
          idempotencyKey: crypto.randomUUID(),
          signal: own.signal,
        });
        if (own.signal.aborted) {
          return;
        }
        latest.current(withHashtags(answer.caption, answer.hashtags));
        toast({ title: 'Caption generated!', tone: 'success' });
      } catch (error) {
        if (own.signal.aborted) {
          return;
        }
        const tooLarge = isApiError(error) && error.status === 413;
        const limit = isApiError(error) && error.code === 'upgrade_required';
        toast({
          title: limit ? 'Caption limit reached' : 'Error',
          description: tooLarge
            ? 'Image too large. Please try a smaller photo.'
            : messageOr(error, 'Failed to generate caption. Please try again.'),
          tone: 'error',
          ...(limit ? { action: { label: 'Upgrade', onSelect: onUpgrade } } : {}),
        });
      } finally {
        controller.current = null;
        setPending(false);
        void invalidatePaths(client, ['/api/user/limits']);
      }
    },
    [client, onUpgrade],
  );
  return { generate, cancel, pending };
}
