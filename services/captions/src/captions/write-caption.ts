import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, FairQueue, Random } from '@postloom/chassis';
import { identityRpc } from '@postloom/contracts';
import type { Business, Caption, captionsRpc, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import type { CaptionsConfig } from '../config.ts';
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
  /** How long the provider may take once picture and profile are loaded. */
  readonly timeoutMs: () => number;
  /** Longest wait for a turn in milliseconds. Without it the wait is unlimited: for workers, which bound their own work. */
  readonly waitMs?: number;
}

/** Waiting requests hold no picture, only their place. */
const WAITING = 200;
const WAITING_PER_BUSINESS = 50;

/** A caption from a picture and the business's profile, by one provider; nothing is counted or stored here. */
@Injectable()
export class WriteCaption {
  private readonly canary: string;
  /** What no answer may contain: our keys, the canary and the instructions themselves. */
  private readonly secrets: readonly string[];
  private readonly queue: FairQueue;

  constructor(
    private readonly rpc: Rpc,
    random: Random,
    providers: Providers,
    private readonly loadPicture: LoadPicture,
    @Inject(CONFIG) { captionCalls: slots }: CaptionsConfig,
  ) {
    this.queue = new FairQueue({
      ...{ name: 'captions', slots, slotsPerKey: Math.max(1, Math.floor(slots / 4)) },
      ...{ waiting: WAITING, waitingPerKey: WAITING_PER_BUSINESS },
    });
    this.canary = random.token(12);
    this.secrets = [...providers.keys(), this.canary, ...instructions];
  }

  /**
   * Businesses take turns. @throws ProviderError; AppError not_found (picture or business), unavailable (also when too many wait),
   * deadline, dependency_failed
   */
  execute(request: CaptionRequest, caller: Caller): Promise<Caption> {
    const { businessId, signal, waitMs } = request;
    const turn = { signal, ...(waitMs === undefined ? { isInternal: true } : { waitMs }) };
    return this.queue.run(businessId, () => this.write(request, caller), turn);
  }

  private async write(request: CaptionRequest, caller: Caller): Promise<Caption> {
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

/** Everything the owner wrote about the business, to recognise links of their own. */
function profileText(business: Business): string {
  return Object.values(business)
    .filter((value) => typeof value === 'string')
    .join('\n');
}
