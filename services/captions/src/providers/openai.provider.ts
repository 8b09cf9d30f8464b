import type { AiProvider } from '@postloom/contracts';
import type OpenAI from 'openai';
import { limitedFetch } from './limited-fetch.ts';
import { usageOf } from './spending.ts';
import { ProviderError, toProviderError } from './provider-error.ts';
import { parseAnswer, schemaOf, StreamedText } from './provider.port.ts';
import type { AdapterSettings, CaptionProvider, ProviderRequest, RawAnswer } from './provider.port.ts';

interface OpenAiSettings extends AdapterSettings {
  readonly id: AiProvider;
}

/** What an answer says, whole or in pieces. */
interface Answered {
  readonly text: string;
  readonly isRefused: boolean;
  readonly ending: string | null | undefined;
  readonly usage: OpenAI.CompletionUsage | null | undefined;
}

/** OpenAI's chat completions with a vision message and structured output; xAI speaks the same protocol. */
export class OpenAiProvider implements CaptionProvider {
  readonly id: AiProvider;
  readonly model: string;
  private readonly settings: OpenAiSettings;
  private client: Promise<OpenAI> | undefined;
  private clientKey: string | undefined;

  constructor(settings: OpenAiSettings) {
    this.settings = settings;
    this.id = settings.id;
    this.model = settings.model;
  }

  async generate(request: ProviderRequest): Promise<RawAnswer> {
    const client = await this.connect();
    try {
      const { text, isRefused, ending, usage } = await (request.onText === undefined
        ? this.whole(client, request)
        : this.streamed(client, request, new StreamedText(request.onText)));
      const { prompt_tokens: read, completion_tokens: written } = usage ?? {};
      request.used(usageOf(this.id, this.settings.price, { read, written }));
      if (isRefused || ending === 'content_filter') {
        throw new ProviderError('refused');
      }
      if (ending === 'length') {
        throw new ProviderError('cut_off');
      }
      return parseAnswer(text);
    } catch (error) {
      throw toProviderError(error, request.signal);
    }
  }

  private async whole(client: OpenAI, request: ProviderRequest): Promise<Answered> {
    const { choices, usage } = await client.chat.completions.create(this.question(request), optionsOf(request));
    const { message, finish_reason: ending } = choices[0] ?? {};
    return { text: message?.content ?? '', isRefused: Boolean(message?.refusal), ending, usage };
  }

  private async streamed(client: OpenAI, request: ProviderRequest, answer: StreamedText): Promise<Answered> {
    const stream = await client.chat.completions.create(
      { ...this.question(request), stream: true, stream_options: { include_usage: true } },
      optionsOf(request),
    );
    let isRefused = false;
    let ending: string | null | undefined;
    let usage: OpenAI.CompletionUsage | null | undefined;
    for await (const chunk of stream) {
      const [choice] = chunk.choices;
      isRefused ||= Boolean(choice?.delta.refusal);
      ending = choice?.finish_reason ?? ending;
      usage = chunk.usage ?? usage;
      answer.add(choice?.delta.content);
    }
    // The SDK ends without a word when the call was aborted; a stream that says nothing of its end was cut.
    request.signal.throwIfAborted();
    if (!ending) {
      throw new ProviderError('unavailable');
    }
    return { text: answer.text, isRefused, ending, usage };
  }

  private question(request: ProviderRequest): OpenAI.ChatCompletionCreateParamsNonStreaming {
    return {
      model: this.model,
      messages: [
        { role: 'system', content: request.system },
        {
          role: 'user',
          content: [
            ...(request.image === null
              ? []
              : [
                  {
                    type: 'image_url' as const,
                    image_url: { url: `data:${request.mimeType};base64,${request.image.toString('base64')}` },
                  },
                ]),
            { type: 'text', text: request.prompt },
          ],
        },
      ],
      response_format: {
        type: 'json_schema',
        json_schema: { name: request.shape.name, strict: true, schema: schemaOf(request.shape) },
      },
      max_completion_tokens: request.shape.maxTokens,
      // xAI: a stored conversation with a picture may fail.
      store: false,
    };
  }

  /** The SDK is loaded with the first caption, because an idle service need not spend its memory. */
  private connect(): Promise<OpenAI> {
    const apiKey = this.settings.apiKey();
    if (this.client !== undefined && this.clientKey === apiKey) {
      return this.client;
    }
    this.clientKey = apiKey;
    this.client = import('openai').then(
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

function optionsOf({ signal, timeoutMs }: ProviderRequest) {
  return { signal, timeout: timeoutMs };
}
