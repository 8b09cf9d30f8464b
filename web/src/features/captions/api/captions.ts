import type { AiProvider, BodyOf, CaptionStyle } from '@postloom/contracts';
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
import { toast } from '#ui/index.ts';
import { withHashtags } from '../caption-draft.ts';
import { captionTexts } from '../texts.ts';

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
    mutationFn: (provider: AiProvider) => callRoute(routes.saveAiSettings, { body: { provider } }),
    onMutate: (provider) => {
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (now) => (now ? { ...now, currentProvider: provider } : now));
      return { before, queryKey };
    },
    meta: { failure: captionTexts.providerFailed },
    onError: (_error, _provider, context) => {
      if (context) {
        client.setQueryData(context.queryKey, context.before);
      }
    },
    onSuccess: (saved, _provider, context) => {
      client.setQueryData(context.queryKey, saved);
      const name = aiProviders.find((one) => one.id === saved.currentProvider)?.longLabel ?? saved.currentProvider;
      toast({ ...captionTexts.providerSwitched(name), tone: 'success' });
    },
  });
}

export type CaptionAsk = { photoId: string; style: CaptionStyle; includeHashtags: boolean };

/** Why no caption was generated, in a sentence, and what leads on: a larger plan, another photo, or trying again. */
export type CaptionFailure = { message: string; way: 'upgrade' | 'photo' | 'again' };

function failureOf(error: unknown): CaptionFailure {
  if (isApiError(error) && error.code === 'upgrade_required') {
    return { message: messageOr(error, captionTexts.limitReached), way: 'upgrade' };
  }
  if (isApiError(error) && error.status === 413) {
    return { message: captionTexts.tooLarge, way: 'photo' };
  }
  return { message: messageOr(error, captionTexts.failed), way: 'again' };
}

/** One generation at a time; `cancel` ends it without a word. A failure stays until the next one, or until it is dismissed. */
export function useGenerateCaption() {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<CaptionFailure | null>(null);
  const controller = useRef<AbortController | null>(null);
  const cancel = useCallback(() => controller.current?.abort(), []);
  useEffect(() => cancel, [cancel]);

  /** The caption with its hashtags; null when there is none. */
  const generate = useCallback(
    async ({ photoId, ...options }: CaptionAsk): Promise<string | null> => {
      if (controller.current) {
        return null;
      }
      const own = new AbortController();
      controller.current = own;
      setPending(true);
      setFailure(null);
      try {
        const answer = await callRoute(routes.generateCaption, {
          body: { photoId, options },
          idempotencyKey: crypto.randomUUID(),
          signal: own.signal,
        });
        return own.signal.aborted ? null : withHashtags(answer.caption, answer.hashtags);
      } catch (error) {
        if (!own.signal.aborted) {
          setFailure(failureOf(error));
        }
        return null;
      } finally {
        controller.current = null;
        setPending(false);
        void invalidatePaths(client, ['/api/user/limits']);
      }
    },
    [client],
  );
  return { generate, cancel, pending, failure, dismiss: useCallback(() => setFailure(null), []) };
}
