import type {
  AiProvider,
  Business,
  Caption,
  CaptionStyle,
  CaptionVoice,
  Platform,
} from '../../../libs/contracts/src/index.ts';
import type { HttpClient } from '../../../libs/chassis/src/index.ts';
import type { Language } from './language.ts';

const { Random } = await import('../../../libs/chassis/src/index.ts');
const { AskInTurn } = await import('../../../services/captions/src/captions/ask-in-turn.ts');
const { WriteCaption } = await import('../../../services/captions/src/captions/write-caption.ts');
const { config } = await import('../../../services/captions/src/config.ts');
const { Providers } = await import('../../../services/captions/src/providers/index.ts');

export interface Wish {
  readonly business: Business;
  readonly picture: Buffer;
  readonly style: CaptionStyle;
  readonly language: Language;
  readonly platform: Platform;
  readonly includeHashtags: boolean;
  /** Newest first. */
  readonly earlier: readonly string[];
  readonly voice: CaptionVoice;
}

/** The service's own way from a picture to a caption; its neighbours answer what the wish says, and nothing is counted or stored. */
export class Writer {
  private readonly providers: InstanceType<typeof Providers>;

  constructor(
    http: HttpClient,
    private readonly id: AiProvider,
  ) {
    this.providers = new Providers(http, config);
  }

  get model(): string {
    return this.providers.get(this.id).model;
  }

  get address(): string {
    return { openai: config.openaiBaseUrl, anthropic: config.anthropicBaseUrl, grok: config.xaiBaseUrl }[this.id];
  }

  /** @throws ProviderError when the provider gives no caption */
  write({ business, picture, style, language, platform, includeHashtags, earlier, voice }: Wish): Promise<Caption> {
    const provider = this.providers.get(this.id);
    const neighbours = {
      rpc: { call: () => Promise.resolve(business) },
      pictures: { execute: () => Promise.resolve({ bytes: picture, mimeType: 'image/jpeg' }) },
      context: { execute: () => Promise.resolve({ voice, earlier, edits: [] }) },
    };
    const writing = new WriteCaption(
      neighbours.rpc as never,
      neighbours.pictures as never,
      neighbours.context as never,
      new AskInTurn(new Random(), this.providers),
    );
    const request = {
      ...{ businessId: business.id, provider, source: { photoId: business.id }, isInternal: true },
      options: { style, includeHashtags, platform, language },
      ...{ signal: AbortSignal.timeout(120_000), used: () => undefined, timeoutMs: () => provider.timeoutMs },
    };
    return writing.execute(request, {} as never);
  }
}
