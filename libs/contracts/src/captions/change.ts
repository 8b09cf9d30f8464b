import { z } from 'zod';
import { defineRpc, text } from '../kernel/index.ts';
import { Platform } from '../platforms/index.ts';
import { Caption, CaptionStyle } from './captions.ts';
import { LONGEST_CHANGED } from './languages.ts';

/** What becomes of a text. */
export const CaptionChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('shorter') }),
  z.strictObject({ kind: z.literal('longer') }),
  z.strictObject({ kind: z.literal('tone'), style: CaptionStyle }),
  z.strictObject({ kind: z.literal('translate'), language: text(35, { required: 'Please choose a language.' }) }),
]);
export type CaptionChange = z.infer<typeof CaptionChange>;

export const CaptionToChange = z.strictObject({
  /** With the hashtags at its end, which stay as they are. */
  caption: text(LONGEST_CHANGED, {
    required: 'Please write a caption first.',
    tooLong: `Please use at most ${LONGEST_CHANGED.toLocaleString('en-US')} characters for this.`,
  }),
  /** The text then fits it. */
  platform: Platform.optional(),
  change: CaptionChange,
});

export const ChangedCaption = Caption.omit({ rawAnalysis: true, variants: true });
export type ChangedCaption = z.infer<typeof ChangedCaption>;

export const changeRpc = {
  captionChange: defineRpc('rpc.captions.caption.change.v1', {
    input: CaptionToChange,
    output: ChangedCaption,
    errors: [
      'upgrade_required',
      'provider_not_configured',
      'caption_failed',
      'not_found',
      'rate_limited',
      'idempotency_mismatch',
      'conflict',
    ],
    deadlineMs: 20_000,
    cancellable: true,
  }),
} as const;
