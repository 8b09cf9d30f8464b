import { z } from 'zod';
import { defineEvent, defineRpc, Empty, Id, Instant, listOf, PageQuery, text } from '../kernel/index.ts';
import { MetricUsage } from '../identity/schemas.ts';
import { UsageHistory } from '../plans/index.ts';
import { Platform } from '../platforms/index.ts';
import { LONGEST_REPLACED } from './providers.ts';
import { CaptionVoice } from './voice.ts';

export const CaptionStyle = z.enum(['professional', 'casual', 'artistic', 'promotional']);
export type CaptionStyle = z.infer<typeof CaptionStyle>;

export const AiProvider = z.enum(['openai', 'anthropic', 'grok']);
export type AiProvider = z.infer<typeof AiProvider>;

/** The picture for a caption request has at most this width in pixels, and is a JPEG of this quality. */
export const captionImage = { maxWidth: 800, quality: 0.8, maxBase64Bytes: 10_000_000 } as const;

export const CaptionOptions = z.strictObject({
  style: CaptionStyle.default('professional'),
  includeHashtags: z.boolean().default(true),
  platform: Platform.optional(),
  /** Each of them gets a text of its own beside the caption, within its own rules. */
  platforms: z.array(Platform).min(1).max(Platform.options.length).optional(),
  language: z.string().max(35).optional(),
  /** The text that the new caption takes the place of, or its beginning: the new one differs from it. */
  replaces: z.string().max(LONGEST_REPLACED).optional(),
});

export const Caption = z.object({
  caption: z.string(),
  hashtags: z.array(z.string()),
  /** Of the platforms that were asked for; one for which no usable text came is left out. */
  variants: z.array(z.object({ platform: Platform, caption: z.string(), hashtags: z.array(z.string()) })).optional(),
  rawAnalysis: z.string(),
  provider: AiProvider,
  model: z.string(),
  /** The provider that was asked first and gave none; absent when it was the one that answered. */
  insteadOf: AiProvider.optional(),
});
export type Caption = z.infer<typeof Caption>;

/** As far as a caption has come, in whole sentences and as safe as the caption itself. Each takes the place of the one before. */
export const CaptionPart = z.object({ caption: z.string().max(16_000) });
export type CaptionPart = z.infer<typeof CaptionPart>;

export const UserSettings = z.strictObject({
  defaultCaptionStyle: CaptionStyle,
  autoGenerateCaptions: z.boolean(),
  includeHashtags: z.boolean(),
});

export const AiSettings = z.object({
  currentProvider: AiProvider,
  /** Whether the other providers may write, in their order, when the current one gives no caption. */
  failover: z.boolean(),
  providers: z.array(
    z.object({ id: AiProvider, label: z.string(), configured: z.boolean(), note: z.string().nullable() }),
  ),
});

export const AiSettingsChange = z
  .strictObject({ provider: AiProvider.optional(), failover: z.boolean().optional() })
  .refine(({ provider, failover }) => provider !== undefined || failover !== undefined, {
    path: ['provider'],
    message: 'Please choose a provider.',
  });

/** A caption of the business's history. */
export const WrittenCaption = z.object({
  id: Id,
  photoId: Id.nullable(),
  caption: z.string(),
  hashtags: z.array(z.string()),
  provider: AiProvider,
  style: CaptionStyle,
  createdAt: Instant,
  /** What was posted in its place, or the beginning of it, where a person changed the words. */
  posted: z.string().optional(),
});
export type WrittenCaption = z.infer<typeof WrittenCaption>;

export const captionsRpc = {
  captionGenerate: defineRpc('rpc.captions.caption.generate.v1', {
    input: z.strictObject({
      /** `sha256` of the bytes that a client sent: the same picture sent again is the same request, wherever it was stored. */
      source: z.union([
        z.strictObject({ photoId: Id }),
        z.strictObject({
          scratchId: Id,
          sha256: z
            .string()
            .regex(/^[0-9a-f]{64}$/)
            .optional(),
        }),
      ]),
      options: CaptionOptions,
    }),
    output: Caption,
    errors: [
      'upgrade_required',
      'provider_not_configured',
      'caption_failed',
      'not_found',
      'rate_limited',
      'invalid_image',
      'payload_too_large',
      'idempotency_mismatch',
      'conflict',
    ],
    deadlineMs: 20_000,
    cancellable: true,
    part: CaptionPart,
  }),
  captionHistory: defineRpc('rpc.captions.caption.history.v1', {
    input: Empty,
    output: z.array(WrittenCaption),
    retryable: true,
  }),
  aiSettingsGet: defineRpc('rpc.captions.ai-settings.get.v1', {
    caller: 'service',
    input: Empty,
    output: AiSettings,
    retryable: true,
  }),
  aiSettingsSet: defineRpc('rpc.captions.ai-settings.set.v1', {
    caller: 'service',
    input: AiSettingsChange,
    output: AiSettings,
    errors: ['provider_not_configured'],
    retryable: true,
  }),
  voiceGet: defineRpc('rpc.captions.business-voice.get.v1', {
    caller: 'service',
    input: Empty,
    output: CaptionVoice,
    retryable: true,
  }),
  voiceSet: defineRpc('rpc.captions.business-voice.set.v1', {
    caller: 'service',
    input: CaptionVoice,
    output: CaptionVoice,
    retryable: true,
  }),
  preferencesGet: defineRpc('rpc.captions.preferences.get.v1', {
    caller: 'service',
    input: Empty,
    output: UserSettings,
    retryable: true,
  }),
  preferencesSet: defineRpc('rpc.captions.preferences.set.v1', {
    caller: 'service',
    input: UserSettings,
    output: UserSettings,
    retryable: true,
  }),
  usageGet: defineRpc('rpc.captions.usage.get.v1', {
    input: z.strictObject({ payerId: Id }),
    output: MetricUsage,
    retryable: true,
  }),
  usageHistory: defineRpc('rpc.captions.usage.history.v1', {
    input: z.strictObject({ payerId: Id }),
    output: UsageHistory,
    retryable: true,
  }),
} as const;

/** For other services: the text of a generation that an event announced, and the history for an export. */
export const generationRpc = {
  /** The text of one generation: events carry only its id. */
  generationGet: defineRpc('rpc.captions.generation.get.v1', {
    caller: 'service',
    input: z.strictObject({ generationId: Id }),
    output: z.object({ caption: z.string(), hashtags: z.array(z.string()) }),
    errors: ['not_found'],
    retryable: true,
  }),
  /** The whole history of a business, page by page, newest first. */
  generationPage: defineRpc('rpc.captions.generation.page.v1', {
    caller: 'service',
    input: PageQuery,
    output: listOf(WrittenCaption),
    retryable: true,
  }),
} as const;

export const captionsEvents = {
  captionGenerated: defineEvent(
    'captions.caption.generated.v1',
    z.object({ generationId: Id, photoId: Id.nullable(), occurrenceId: Id.nullable(), provider: AiProvider }),
  ),
  captionFailed: defineEvent(
    'captions.caption.failed.v1',
    z.object({
      generationId: Id,
      /** Of an occurrence, whose photo may have changed since the caption was requested. */
      photoId: Id.optional(),
      occurrenceId: Id.nullable(),
      reason: text(300),
      /** Nothing failed: the person who made the schedule wants no automatic captions. */
      cause: z.literal('switched_off').optional(),
    }),
  ),
  /**
   * A text that goes out was made of a generated caption, as it was written or changed by a person. Its entity is the target, its version
   * the round. Null: this round has a person's own words; the first round tells nothing of those.
   */
  captionPosted: defineEvent('captions.caption.posted.v1', z.object({ targetId: Id, style: CaptionStyle.nullable() })),
} as const;
