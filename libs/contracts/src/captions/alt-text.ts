import { z } from 'zod';
import { defineRpc, Id } from '../kernel/index.ts';
import { AiProvider } from './captions.ts';

/** What a photo shows, for people who can't see it; nobody has said yes to it. */
export const SuggestedAltText = z.object({
  altText: z.string(),
  provider: AiProvider,
  model: z.string(),
  /** As of a caption. */
  insteadOf: AiProvider.optional(),
});
export type SuggestedAltText = z.infer<typeof SuggestedAltText>;

export const altTextRpc = {
  altTextSuggest: defineRpc('rpc.captions.alt-text.suggest.v1', {
    input: z.strictObject({ photoId: Id }),
    output: SuggestedAltText,
    errors: [
      'upgrade_required',
      'provider_not_configured',
      'caption_failed',
      'not_found',
      'rate_limited',
      'payload_too_large',
      'idempotency_mismatch',
      'conflict',
    ],
    deadlineMs: 20_000,
    cancellable: true,
  }),
} as const;
