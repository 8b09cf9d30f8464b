import { Injectable } from '@nestjs/common';
import { identityRpc } from '@postloom/contracts';
import type { Business, Caption, CaptionPart, captionsRpc, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { metrics } from '../metrics.ts';
import { ProviderError } from '../providers/index.ts';
import { AskInTurn } from './ask-in-turn.ts';
import type { Asking } from './ask-in-turn.ts';
import { cleanCaption, cleanVariants } from './clean-caption.ts';
import { LoadPicture } from './load-picture.ts';
import type { Picture } from './load-picture.ts';
import { profileText } from './profile-text.ts';
import { captionPrompt, captionShape } from './prompt.ts';
import { ReadContext } from './read-context.ts';
import type { CaptionContext } from './read-context.ts';
import { saysTheSame } from './same-words.ts';
import { showWriting } from './show-writing.ts';

type Input = ParsedInputOf<typeof captionsRpc.captionGenerate>;

export interface CaptionRequest extends Asking {
  readonly source: Input['source'];
  readonly options: Input['options'];
  /** Takes the caption as far as it has come, where somebody watches. */
  readonly tell?: ((part: CaptionPart) => void) | undefined;
}

/** A caption that repeats another is asked for once more when this much time is left. */
const SECOND_TRY_MS = 5_000;

interface Material {
  readonly picture: Picture;
  readonly business: Business;
  readonly context: CaptionContext;
}

/** A caption from a picture and the business's profile, by one provider; nothing is counted or stored here. */
@Injectable()
export class WriteCaption {
  constructor(
    private readonly rpc: Rpc,
    private readonly loadPicture: LoadPicture,
    private readonly readContext: ReadContext,
    private readonly asking: AskInTurn,
  ) {}

  /**
   * Businesses take turns at each provider. @throws ProviderError; AppError not_found (picture or business), unavailable, deadline,
   * dependency_failed
   */
  execute(request: CaptionRequest, caller: Caller): Promise<Caption> {
    return this.asking.inTurn(request, () => this.write(request, caller));
  }

  private async write(request: CaptionRequest, caller: Caller): Promise<Caption> {
    const { businessId, source, signal, options } = request;
    const [picture, business, context] = await Promise.all([
      this.loadPicture.execute(source, caller, signal),
      this.rpc.call(identityRpc.businessGet, { id: businessId }, caller),
      this.readContext.execute(businessId),
    ]);
    const endsAt = performance.now() + request.timeoutMs();
    const material = { picture, business, context };
    const first = await this.once(request, material, options.replaces, endsAt);
    const { replaces = '' } = options;
    if (![replaces, ...context.earlier].some((known) => saysTheSame(first.caption, known))) {
      return first;
    }
    const second = await this.again(request, material, first, endsAt);
    const other = [second, first].find(({ caption }) => !saysTheSame(caption, replaces));
    if (other === undefined) {
      throw new ProviderError('repeated');
    }
    return other;
  }

  /** Once more, with what was just written as the text that is not wanted; that text itself when nothing else comes in time. */
  private async again(request: CaptionRequest, material: Material, first: Caption, endsAt: number): Promise<Caption> {
    if (endsAt - performance.now() < SECOND_TRY_MS) {
      return first;
    }
    try {
      return await this.once(request, material, first.caption, endsAt);
    } catch (error) {
      if (error instanceof ProviderError && !request.signal.aborted) {
        return first;
      }
      throw error;
    }
  }

  private async once(
    request: CaptionRequest,
    { picture, business, context }: Material,
    replaces: string | undefined,
    endsAt: number,
  ): Promise<Caption> {
    const { provider } = request;
    const { style, includeHashtags, platform, platforms = [], language } = request.options;
    const { voice, earlier, edits } = context;
    const { system, prompt } = captionPrompt({
      ...{ business, voice, style, includeHashtags, platform, platforms, language, earlier, edits, replaces },
      canary: this.asking.canary,
    });
    const options = { includeHashtags, platform, voice, profileText: profileText(business) };
    const { tell } = request;
    const onText =
      tell &&
      showWriting({
        clean: (caption) => cleanCaption({ caption }, options)?.caption ?? null,
        isSafe: (caption) => this.asking.isSafeSoFar(caption, system),
        ...{ tell, now: () => performance.now() },
      });
    const question = { system, prompt, picture, shape: captionShape(platforms), onText };
    const raw = await this.asking.ask(request, question, endsAt);
    const clean = cleanCaption(raw, options);
    if (!clean) {
      throw new ProviderError('garbage');
    }
    if (clean.repaired) {
      metrics.repairs.add(1, { provider: provider.id });
    }
    const { caption, hashtags, rawAnalysis } = clean;
    return {
      ...{ caption, hashtags, rawAnalysis, provider: provider.id, model: provider.model },
      ...(platforms.length > 0 ? { variants: cleanVariants(raw, platforms, options) } : {}),
    };
  }
}
