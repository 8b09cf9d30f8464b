import { z } from 'zod';
import { defineEvent, defineRpc, Empty, Id, Instant, text } from '../kernel/index.ts';
import { MetricUsage } from '../identity/schemas.ts';
import { Platform } from '../platforms/index.ts';

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
  language: z.string().max(35).optional(),
});

export const Caption = z.object({
  caption: z.string(),
  hashtags: z.array(z.string()),
  rawAnalysis: z.string(),
  provider: AiProvider,
  model: z.string(),
});
export type Caption = z.infer<typeof Caption>;

export const UserSettings = z.strictObject({
  defaultCaptionStyle: CaptionStyle,
  autoGenerateCaptions: z.boolean(),
  includeHashtags: z.boolean(),
});

export const AiSettings = z.object({
  currentProvider: AiProvider,
  providers: z.array(
    z.object({ id: AiProvider, label: z.string(), configured: z.boolean(), note: z.string().nullable() }),
  ),
});

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
      'idempotency_mismatch',
      'conflict',
    ],
    deadlineMs: 20_000,
  }),
  captionHistory: defineRpc('rpc.captions.caption.history.v1', {
    input: Empty,
    output: z.array(
      z.object({
        id: Id,
        photoId: Id.nullable(),
        caption: z.string(),
        hashtags: z.array(z.string()),
        provider: AiProvider,
        style: CaptionStyle,
        createdAt: Instant,
      }),
    ),
    retryable: true,
  }),
  aiSettingsGet: defineRpc('rpc.captions.ai-settings.get.v1', { input: Empty, output: AiSettings, retryable: true }),
  aiSettingsSet: defineRpc('rpc.captions.ai-settings.set.v1', {
    input: z.strictObject({ provider: AiProvider }),
    output: AiSettings,
    errors: ['provider_not_configured'],
    retryable: true,
  }),
  preferencesGet: defineRpc('rpc.captions.preferences.get.v1', { input: Empty, output: UserSettings, retryable: true }),
  preferencesSet: defineRpc('rpc.captions.preferences.set.v1', {
    input: UserSettings,
    output: UserSettings,
    retryable: true,
  }),
  usageGet: defineRpc('rpc.captions.usage.get.v1', {
    input: z.strictObject({ payerId: Id }),
    output: MetricUsage,
    retryable: true,
  }),
} as const;

/** For recurring schedules: the text of a generation that an event announced. */
export const generationRpc = {
  /** The text of one generation: events carry only its id. */
  generationGet: defineRpc('rpc.captions.generation.get.v1', {
    caller: 'service',
    input: z.strictObject({ generationId: Id }),
    output: z.object({ caption: z.string(), hashtags: z.array(z.string()) }),
    errors: ['not_found'],
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
    // `photoId`: of an occurrence, whose photo may have changed since the caption was requested.
    z.object({ generationId: Id, photoId: Id.optional(), occurrenceId: Id.nullable(), reason: text(300) }),
  ),
} as const;
