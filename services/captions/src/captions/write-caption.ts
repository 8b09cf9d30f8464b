import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import { identityRpc } from '@postloom/contracts';
import type { Business, Caption, captionsRpc, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { metrics } from '../metrics.ts';
import { askProvider, ProviderError, Providers } from '../providers/index.ts';
import type { CaptionProvider } from '../providers/index.ts';
import { cleanCaption } from './clean-caption.ts';
import { leaks } from './leaks.ts';
import { LoadPicture } from './load-picture.ts';
import { captionPrompt, instructions } from './prompt.ts';

type Input = ParsedInputOf<typeof captionsRpc.captionGenerate>;

export interface CaptionRequest {
  readonly businessId: string;
  readonly provider: CaptionProvider;
  readonly source: Input['source'];
  readonly options: Input['options'];
  readonly signal: AbortSignal;
  /** How long the provider may take once picture and profile are there. */
  readonly timeoutMs: () => number;
}

/** A caption from a picture and the business's profile, by one provider; nothing is counted or kept here. */
@Injectable()
export class WriteCaption {
  private readonly canary: string;
  /** What no answer may hold: our keys, the canary and the instructions themselves. */
  private readonly secrets: readonly string[];

  constructor(
    private readonly rpc: Rpc,
    random: Random,
    providers: Providers,
    private readonly loadPicture: LoadPicture,
  ) {
    this.canary = random.token(12);
    this.secrets = [...providers.keys(), this.canary, ...instructions];
  }

  /** @throws ProviderError; AppError not_found (picture or business), unavailable, deadline, dependency_failed */
  async execute(request: CaptionRequest, caller: Caller): Promise<Caption> {
    const { businessId, provider, source, signal } = request;
    const [picture, business] = await Promise.all([
      this.loadPicture.execute(source, caller, signal),
      this.rpc.call(identityRpc.businessGet, { id: businessId }, caller),
    ]);
    const { style, includeHashtags, platform, language } = request.options;
    const { system, prompt } = captionPrompt({
      business,
      style,
      includeHashtags,
      platform,
      language,
      canary: this.canary,
    });
    const raw = await askProvider(provider, {
      system,
      prompt,
      image: picture.bytes,
      mimeType: picture.mimeType,
      signal,
      timeoutMs: request.timeoutMs(),
    });
    if (leaks(raw, this.secrets)) {
      throw new ProviderError('leaked');
    }
    const clean = cleanCaption(raw, { includeHashtags, platform, profileText: profileText(business) });
    if (!clean) {
      throw new ProviderError('garbage');
    }
    if (clean.repaired) {
      metrics.repairs.add(1, { provider: provider.id });
    }
    const { caption, hashtags, rawAnalysis } = clean;
    return { caption, hashtags, rawAnalysis, provider: provider.id, model: provider.model };
  }
}

/** Everything the owner wrote about the business, for recognising links of their own. */
function profileText(business: Business): string {
  return Object.values(business)
    .filter((value) => typeof value === 'string')
    .join('\n');
}
