import type { HttpClient } from '@postloom/chassis';
import type Anthropic from '@anthropic-ai/sdk';
import { limitedFetch } from './limited-fetch.ts';
import { captionAnswerSchema, MAX_OUTPUT_TOKENS, ProviderError, toProviderError } from './provider.port.ts';
import type { CaptionProvider, ProviderRequest, RawCaption } from './provider.port.ts';
import { countSpending } from './spending.ts';
import type { TokenPrice } from './spending.ts';

interface AnthropicSettings {
  readonly http: HttpClient;
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly model: string;
  readonly price: TokenPrice | undefined;
}

const TOOL = 'write_caption';

/** Anthropic's Messages API; the answer's shape is forced through a tool. */
export class AnthropicProvider implements CaptionProvider {
  readonly id = 'anthropic';
  readonly model: string;
  private readonly settings: AnthropicSettings;
  private client: Promise<Anthropic> | undefined;

  constructor(settings: AnthropicSettings) {
    this.settings = settings;
    this.model = settings.model;
  }

  async generate(request: ProviderRequest): Promise<RawCaption> {
    const client = await this.connect();
    try {
      const answer = await client.messages.create(
        {
          model: this.model,
          max_tokens: MAX_OUTPUT_TOKENS,
          system: request.system,
          messages: [
            {
              role: 'user',
              content: [
                {
                  type: 'image',
                  source: {
                    type: 'base64',
                    media_type: request.mimeType as 'image/jpeg',
                    data: request.image.toString('base64'),
                  },
                },
                { type: 'text', text: request.prompt },
              ],
            },
          ],
          tools: [
            {
              name: TOOL,
              description: 'Gives the finished caption.',
              input_schema: { ...captionAnswerSchema, required: [...captionAnswerSchema.required] },
            },
          ],
          tool_choice: { type: 'tool', name: TOOL },
        },
        { signal: request.signal, timeout: request.timeoutMs },
      );
      // An API that stands in for Anthropic's may report none.
      const { input_tokens: read, output_tokens: written } =
        (answer.usage as Partial<Anthropic.Usage> | undefined) ?? {};
      countSpending(this.id, this.settings.price, { read, written });
      if (answer.stop_reason === 'max_tokens' || answer.stop_reason === 'model_context_window_exceeded') {
        throw new ProviderError('cut_off');
      }
      const used = answer.content.find((part) => part.type === 'tool_use');
      if (!used) {
        throw new ProviderError(answer.stop_reason === 'refusal' ? 'refused' : 'garbage');
      }
      const { caption, hashtags, analysis } = used.input as Partial<RawCaption>;
      return { caption, hashtags, analysis };
    } catch (error) {
      throw toProviderError(error);
    }
  }

  /** Loaded with the first caption, like the other SDK. */
  private connect(): Promise<Anthropic> {
    this.client ??= import('@anthropic-ai/sdk').then(
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
