import type { HttpClient } from '@postloom/chassis';
import type { AiProvider } from '@postloom/contracts';
import type OpenAI from 'openai';
import { limitedFetch } from './limited-fetch.ts';
import { countSpending } from './spending.ts';
import type { TokenPrice } from './spending.ts';
import {
  captionAnswerSchema,
  MAX_OUTPUT_TOKENS,
  parseAnswer,
  ProviderError,
  toProviderError,
} from './provider.port.ts';
import type { CaptionProvider, ProviderRequest, RawCaption } from './provider.port.ts';

interface OpenAiSettings {
  readonly id: AiProvider;
  readonly http: HttpClient;
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly model: string;
  readonly price: TokenPrice | undefined;
}

/** OpenAI's chat completions with a vision message and structured output; xAI speaks the same protocol. */
export class OpenAiProvider implements CaptionProvider {
  readonly id: AiProvider;
  readonly model: string;
  private readonly settings: OpenAiSettings;
  private client: Promise<OpenAI> | undefined;

  constructor(settings: OpenAiSettings) {
    this.settings = settings;
    this.id = settings.id;
    this.model = settings.model;
  }

  async generate(request: ProviderRequest): Promise<RawCaption> {
    const client = await this.connect();
    try {
      const answer = await client.chat.completions.create(
        {
          model: this.model,
          messages: [
            { role: 'system', content: request.system },
            {
              role: 'user',
              content: [
                {
                  type: 'image_url',
                  image_url: { url: `data:${request.mimeType};base64,${request.image.toString('base64')}` },
                },
                { type: 'text', text: request.prompt },
              ],
            },
          ],
          response_format: {
            type: 'json_schema',
            json_schema: { name: 'caption', strict: true, schema: captionAnswerSchema },
          },
          max_completion_tokens: MAX_OUTPUT_TOKENS,
        },
        { signal: request.signal, timeout: request.timeoutMs },
      );
      const { prompt_tokens: read, completion_tokens: written } = answer.usage ?? {};
      countSpending(this.id, this.settings.price, { read, written });
      const { message, finish_reason: ending } = answer.choices[0] ?? {};
      if (message?.refusal || ending === 'content_filter') {
        throw new ProviderError('refused');
      }
      if (ending === 'length') {
        throw new ProviderError('cut_off');
      }
      return parseAnswer(message?.content ?? '');
    } catch (error) {
      throw toProviderError(error);
    }
  }

  /** The SDK is loaded with the first caption, because an idle service need not spend its memory. */
  private connect(): Promise<OpenAI> {
    this.client ??= import('openai').then(
      ({ default: Client }) =>
        new Client({
          apiKey: this.settings.apiKey,
          baseURL: this.settings.baseUrl,
          maxRetries: 0,
          fetch: limitedFetch(this.settings.http),
        }),
    );
    return this.client;
  }
}
