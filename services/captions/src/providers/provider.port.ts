import { parseForeignJson } from '@postloom/chassis';
import type { HttpClient } from '@postloom/chassis';
import type { AiProvider } from '@postloom/contracts';
import { MAX_ANSWER_BYTES } from './limited-fetch.ts';
import { ProviderError } from './provider-error.ts';
import type { TokenPrice, Usage } from './spending.ts';

/** A text, with or without a picture. */
export interface ProviderRequest {
  readonly system: string;
  readonly prompt: string;
  /** JPEG, PNG or WebP, at most 800 px wide; null where the text is about no picture. */
  readonly image: Buffer | null;
  readonly mimeType: string;
  readonly shape: AnswerShape;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Told what each call used, also one whose answer is of no use. */
  readonly used: (usage: Usage) => void;
  /** Told the answer's JSON as far as it has come, where somebody watches: the answer is then streamed. */
  readonly onText?: ((json: string) => void) | undefined;
}

/** What a model is asked to answer with. */
export interface AnswerShape {
  /** In letters and `_`, as the providers name it. */
  readonly name: string;
  readonly description: string;
  /** JSON Schemas of the answer's fields. All are required and there are no others: strict enough for OpenAI's structured output. */
  readonly fields: Readonly<Record<string, object>>;
  /** Longest answer we pay for. */
  readonly maxTokens: number;
}

/** The fields that a model was asked for, not yet validated. */
export type RawAnswer = Readonly<Record<string, unknown>>;

/** One AI provider. Three adapters: OpenAI, xAI (the same protocol) and Anthropic. */
export interface CaptionProvider {
  readonly id: AiProvider;
  readonly model: string;
  /** @throws ProviderError */
  generate(request: ProviderRequest): Promise<RawAnswer>;
}

export interface AdapterSettings {
  readonly http: HttpClient;
  /** The key of now. */
  readonly apiKey: () => string;
  readonly baseUrl: string;
  readonly model: string;
  readonly price: TokenPrice | undefined;
}

/** The text of an answer that comes in pieces. */
export class StreamedText {
  text = '';

  constructor(private readonly onText: (text: string) => void) {}

  /** @throws ProviderError too_long */
  add(piece: string | null | undefined): void {
    if (!piece) {
      return;
    }
    this.text += piece;
    if (this.text.length > MAX_ANSWER_BYTES) {
      throw new ProviderError('too_long');
    }
    this.onText(this.text);
  }
}

/** The JSON Schema of an answer. */
export function schemaOf({ fields }: AnswerShape) {
  return { type: 'object' as const, properties: fields, required: Object.keys(fields), additionalProperties: false };
}

/** Decodes a model's JSON text. @throws ProviderError garbage */
export function parseAnswer(text: string): RawAnswer {
  try {
    return objectOf(parseForeignJson(text));
  } catch (error) {
    throw error instanceof ProviderError ? error : new ProviderError('garbage', { cause: error });
  }
}

/** @throws ProviderError garbage */
export function objectOf(value: unknown): RawAnswer {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ProviderError('garbage');
  }
  return value as RawAnswer;
}
