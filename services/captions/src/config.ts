import { days, defineConfig, rateLimit } from '@postloom/chassis';
import { z } from 'zod';
import type { TokenPrice } from './providers/spending.ts';

/** Dollars per million tokens that a model reads, and per million that it writes. */
const price = z
  .string()
  .regex(
    /^\d{1,6}(\.\d{1,4})?\/\d{1,6}(\.\d{1,4})?$/,
    'write it as <dollars read>/<dollars written>, for example 2.5/10',
  )
  .transform((text): TokenPrice => {
    const [read, written] = text.split('/').map(Number) as [number, number];
    return { read, written };
  })
  .optional();

const secret = z.string().optional();

/** Calls that one process makes at a time; one business gets at most a quarter of them. */
const calls = z.coerce.number().int().min(1).max(1_000).default(16);

/** Longest call. A person waits 20 s at most, and a recurring caption's lease covers three such calls. */
const timeoutSeconds = z.coerce.number().min(1).max(20).default(17);

/**
 * A provider without a key is 'Not configured'. Model names are settings; the labels that people see are fixed.
 * `AI_ENDPOINT_NOTE` is shown beside the providers whose addresses begin with `AI_ENDPOINT_NOTE_FOR`.
 */
export const config = defineConfig({
  mediaInternalUrl: z.url(),
  /** Failures in a row after which a provider is left alone, and for how many seconds. */
  aiRestAfter: z.coerce.number().int().min(1).max(1_000).default(5),
  aiRestSeconds: z.coerce.number().int().min(1).max(3_600).default(15),
  /** Captions that one person may request, over all their businesses. */
  limitCaptions: rateLimit(30, 60),
  /** Days of retention (deploy/docs/retention.md). */
  keepGenerationsDays: days(400),
  keepOccurrenceCaptionsDays: days(60),
  aiEndpointNote: z.string().max(40).optional(),
  aiEndpointNoteFor: z.url().optional(),
  openaiApiKey: secret,
  openaiBaseUrl: z.url().default('https://api.openai.com/v1'),
  openaiModel: z.string().default('gpt-4o'),
  anthropicApiKey: secret,
  anthropicBaseUrl: z.url().default('https://api.anthropic.com'),
  anthropicModel: z.string().default('claude-sonnet-4-6'),
  xaiApiKey: secret,
  xaiBaseUrl: z.url().default('https://api.x.ai/v1'),
  xaiModel: z.string().default('grok-4.20-non-reasoning'),
  /** The prices of those models; without one, tokens are counted and their cost is not. */
  openaiPrice: price,
  anthropicPrice: price,
  xaiPrice: price,
  openaiCalls: calls,
  anthropicCalls: calls,
  xaiCalls: calls,
  openaiTimeoutSeconds: timeoutSeconds,
  anthropicTimeoutSeconds: timeoutSeconds,
  xaiTimeoutSeconds: timeoutSeconds,
});
export type CaptionsConfig = typeof config;
