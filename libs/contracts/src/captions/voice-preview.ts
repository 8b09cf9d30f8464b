import { z } from 'zod';
import { defineRpc } from '../kernel/index.ts';
import { AiProvider } from './captions.ts';
import { CaptionVoice } from './voice.ts';

/** How a business would sound; the samples are about no photo, and are saved nowhere. */
export const VoicePreview = z.object({
  samples: z.array(z.object({ caption: z.string(), hashtags: z.array(z.string()) })).length(3),
  provider: AiProvider,
  model: z.string(),
  /** As of a caption. */
  insteadOf: AiProvider.optional(),
});
export type VoicePreview = z.infer<typeof VoicePreview>;

export const voicePreviewRpc = {
  voicePreview: defineRpc('rpc.captions.business-voice.preview.v1', {
    input: CaptionVoice,
    output: VoicePreview,
    errors: [
      'upgrade_required',
      'provider_not_configured',
      'caption_failed',
      'rate_limited',
      'idempotency_mismatch',
      'conflict',
    ],
    deadlineMs: 20_000,
    cancellable: true,
  }),
} as const;
