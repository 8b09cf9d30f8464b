import { parseForeignJson } from '@postloom/chassis';
import type { AiProvider } from '@postloom/contracts';

/** A picture and the text around it. */
export interface ProviderRequest {
  readonly system: string;
  readonly prompt: string;
  /** JPEG, PNG or WebP, at most 800 px wide. */
  readonly image: Buffer;
  readonly mimeType: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** The answer that a model was asked for (`captionAnswerSchema`), not yet validated. */
export interface RawCaption {
  readonly caption: unknown;
  readonly hashtags: unknown;
  readonly analysis: unknown;
}

/** One AI provider. Three adapters: OpenAI, xAI (the same protocol) and Anthropic. */
export interface CaptionProvider {
  readonly id: AiProvider;
  readonly model: string;
  /** @throws ProviderError */
  generate(request: ProviderRequest): Promise<RawCaption>;
}

/** The provider returned nothing usable. `reason` is for logs and metrics; people read the contract's sentence. */
export class ProviderError extends Error {
  readonly reason:
    | 'refused'
    | 'garbage'
    /** The answer ends in the middle: the model reached `MAX_OUTPUT_TOKENS`. */
    | 'cut_off'
    /** More bytes than any answer within `MAX_OUTPUT_TOKENS`. */
    | 'too_long'
    /** The answer repeats our instructions or contains one of our keys. */
    | 'leaked'
    | 'rate_limited'
    | 'not_authorized'
    | 'unavailable'
    | 'timeout';

  constructor(reason: ProviderError['reason'], options?: { cause: unknown }) {
    super(`the AI provider gave no caption: ${reason}`, options);
    this.name = 'ProviderError';
    this.reason = reason;
  }
}

/** JSON Schema of the answer, strict enough for OpenAI's structured output: all keys required, no others. */
export const captionAnswerSchema = {
  type: 'object',
  properties: {
    caption: { type: 'string', description: 'The caption without hashtags.' },
    hashtags: { type: 'array', items: { type: 'string' }, description: 'Hashtags without #, most relevant first.' },
    analysis: { type: 'string', description: 'One or two sentences: what the picture shows.' },
  },
  required: ['caption', 'hashtags', 'analysis'],
  additionalProperties: false,
} as const;

/** Longest answer we pay for, in tokens. */
export const MAX_OUTPUT_TOKENS = 1_000;

/** Decodes a model's JSON text. @throws ProviderError garbage */
export function parseAnswer(text: string): RawCaption {
  try {
    const value = parseForeignJson(text);
    if (typeof value === 'object' && value !== null) {
      const { caption, hashtags, analysis } = value as Partial<RawCaption>;
      return { caption, hashtags, analysis };
    }
  } catch (error) {
    throw new ProviderError('garbage', { cause: error });
  }
  throw new ProviderError('garbage');
}

/** The SDKs' errors carry an HTTP status when there was an answer, and none otherwise. */
export function toProviderError(error: unknown): ProviderError {
  for (let known = error; known instanceof Error; known = known.cause) {
    if (known instanceof ProviderError) {
      return known; // an SDK wraps what its fetch throws
    }
  }
  const { status, name } = error as { status?: unknown; name?: unknown };
  if (status === 429) {
    return new ProviderError('rate_limited', { cause: error });
  }
  if (status === 401 || status === 403) {
    return new ProviderError('not_authorized', { cause: error });
  }
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new ProviderError('refused', { cause: error });
  }
  const timedOut = name === 'APIUserAbortError' || name === 'APIConnectionTimeoutError' || name === 'AbortError';
  return new ProviderError(timedOut ? 'timeout' : 'unavailable', { cause: error });
}
