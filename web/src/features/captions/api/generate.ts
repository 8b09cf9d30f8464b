import type { AiProvider, CaptionPart, CaptionStyle, Platform } from '@postloom/contracts';
import { useCallback, useState } from 'react';
import { routes, watchRoute } from '#lib/api/index.ts';
import { withHashtags } from '../caption-draft.ts';
import { captionTexts } from '../texts.ts';
import { providerName } from './captions.ts';
import { useWriting } from './writing.ts';

export type CaptionAsk = {
  photoId: string;
  style: CaptionStyle;
  includeHashtags: boolean;
  replaces?: string;
  /** The one that it is for alone. */
  platform?: Platform;
  /** Each gets a text of its own. */
  platforms?: Platform[];
};

/** `note`: what the person should know about it. */
export type GeneratedText = { text: string; note: string | null };
export type PlatformText = { platform: Platform; text: string };

type Answer = {
  caption: string;
  hashtags: readonly string[];
  provider: AiProvider;
  insteadOf?: AiProvider | undefined;
};

/** A caption with its hashtags, and who wrote it where that was not the chosen provider. */
export function textOfAnswer({ caption, hashtags, provider, insteadOf }: Answer): GeneratedText {
  return {
    text: withHashtags(caption, hashtags),
    note: insteadOf ? captionTexts.stoodIn(providerName(provider), providerName(insteadOf)) : null,
  };
}

/** Captions for photos. `words`: as far as the one has come that is being written, in whole sentences; empty before the first. */
export function useGenerateCaption() {
  const { write, ...state } = useWriting(captionTexts.failed);
  const [words, setWords] = useState('');
  /** Null when there is none. */
  const generate = useCallback(
    async ({ photoId, ...options }: CaptionAsk): Promise<(GeneratedText & { own: PlatformText[] }) | null> => {
      setWords('');
      const answer = await write((how) =>
        watchRoute(routes.generateCaption, { body: { photoId, options }, ...how }, (part) => {
          if (!how.signal.aborted) {
            setWords((part as CaptionPart).caption);
          }
        }),
      );
      setWords('');
      return (
        answer && {
          ...textOfAnswer(answer),
          own: (answer.variants ?? []).map(({ platform, caption, hashtags }) => ({
            platform,
            text: withHashtags(caption, hashtags),
          })),
        }
      );
    },
    [write],
  );
  return { generate, words, ...state };
}
