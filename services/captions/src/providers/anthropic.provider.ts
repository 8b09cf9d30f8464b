import type Anthropic from '@anthropic-ai/sdk';
import { limitedFetch } from './limited-fetch.ts';
import { ProviderError, toProviderError } from './provider-error.ts';
import { objectOf, parseAnswer, schemaOf, StreamedText } from './provider.port.ts';
import type { AdapterSettings, CaptionProvider, ProviderRequest, RawAnswer } from './provider.port.ts';
import { usageOf } from './spending.ts';

/** What an answer says, whole or in pieces. */
interface Answered {
  /** Of the tool; as JSON text where it came in pieces, undefined where there is none. */
  readonly input: unknown;
  readonly ending: string | null | undefined;
}

interface Tokens {
  readonly read?: unknown;
  readonly written?: unknown;
}

/** Anthropic's Messages API; the answer's shape is forced through a tool. */
export class AnthropicProvider implements CaptionProvider {
  readonly id = 'anthropic';
  readonly model: string;
  private readonly settings: AdapterSettings;
  private client: Promise<Anthropic> | undefined;
  private clientKey: string | undefined;

  constructor(settings: AdapterSettings) {
    this.settings = settings;
    this.model = settings.model;
  }

  async generate(request: ProviderRequest): Promise<RawAnswer> {
    const client = await this.connect();
    try {
      const { input, ending } = await (request.onText === undefined
        ? this.whole(client, request)
        : this.streamed(client, request, new StreamedText(request.onText)));
      if (ending === 'max_tokens' || ending === 'model_context_window_exceeded') {
        throw new ProviderError('cut_off');
      }
      // Also in the middle of an answer.
      if (ending === 'refusal') {
        throw new ProviderError('refused');
      }
      if (input === undefined) {
        throw new ProviderError('garbage');
      }
      return typeof input === 'string' ? parseAnswer(input) : objectOf(input);
    } catch (error) {
      throw toProviderError(error, request.signal);
    }
  }

  private async whole(client: Anthropic, request: ProviderRequest): Promise<Answered> {
    const answer = await client.messages.create(this.question(request), optionsOf(request));
    this.count(request, tokensOf(answer.usage));
    const used = answer.content.find((part) => part.type === 'tool_use');
    // As text it would be an answer that was cut without a word.
    const input = typeof used?.input === 'string' ? [] : used?.input;
    return { input, ending: answer.stop_reason };
  }

  private async streamed(client: Anthropic, request: ProviderRequest, answer: StreamedText): Promise<Answered> {
    const stream = await client.messages.create({ ...this.question(request), stream: true }, optionsOf(request));
    let ending: string | null | undefined;
    let written: unknown;
    for await (const event of stream) {
      switch (event.type) {
        case 'message_start':
          // At once: whoever leaves in the middle ends the call before its last word.
          this.count(request, { read: tokensOf(event.message.usage).read });
          break;
        case 'content_block_delta':
          answer.add(event.delta.type === 'input_json_delta' ? event.delta.partial_json : null);
          break;
        case 'message_delta':
          ending = event.delta.stop_reason;
          ({ written } = tokensOf(event.usage));
          break;
        default: // blocks begin and end around their deltas
      }
    }
    this.count(request, { written });
    // The SDK ends without a word when the call was aborted; a stream that says nothing of its end was cut.
    request.signal.throwIfAborted();
    if (!ending) {
      throw new ProviderError('unavailable');
    }
    return { input: answer.text === '' ? undefined : answer.text, ending };
  }

  private count({ used }: ProviderRequest, { read, written }: Tokens): void {
    used(usageOf(this.id, this.settings.price, { read, written }));
  }

  private question(request: ProviderRequest): Anthropic.MessageCreateParamsNonStreaming {
    return {
      model: this.model,
      max_tokens: request.shape.maxTokens,
      system: request.system,
      messages: [
        {
          role: 'user',
          content: [
            ...(request.image === null
              ? []
              : [
                  {
                    type: 'image' as const,
                    source: {
                      type: 'base64' as const,
                      media_type: request.mimeType as 'image/jpeg',
                      data: request.image.toString('base64'),
                    },
                  },
                ]),
            { type: 'text', text: request.prompt },
          ],
        },
      ],
      tools: [
        {
          name: request.shape.name,
          description: request.shape.description,
          input_schema: schemaOf(request.shape),
        },
      ],
      tool_choice: { type: 'tool', name: request.shape.name },
    };
  }

  /** Loaded with the first caption, like the other SDK. */
  private connect(): Promise<Anthropic> {
    const apiKey = this.settings.apiKey();
    if (this.client !== undefined && this.clientKey === apiKey) {
      return this.client;
    }
    this.clientKey = apiKey;
    this.client = import('@anthropic-ai/sdk').then(
      ({ default: Client }) =>
        new Client({
          apiKey,
          baseURL: this.settings.baseUrl,
          maxRetries: 0,
          fetch: limitedFetch(this.settings.http),
        }),
    );
    return this.client;
  }
}

/** An API that stands in for Anthropic's may report none. */
function tokensOf(usage: Anthropic.Usage | Anthropic.MessageDeltaUsage | undefined): Tokens {
  return { read: usage?.input_tokens, written: usage?.output_tokens };
}

function optionsOf({ signal, timeoutMs }: ProviderRequest) {
  return { signal, timeout: timeoutMs };
}
