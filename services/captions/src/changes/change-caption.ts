import { Injectable } from '@nestjs/common';
import { captionLength, identityRpc, platformRules } from '@postloom/contracts';
import type { Business, CaptionVoice, ChangedCaption, changeRpc, ParsedInputOf, Platform } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { bodyHash } from '@postloom/persistence';
import { AskInTurn, cleanCaption, CountedWriting, profileText } from '../captions/index.ts';
import type { Asking } from '../captions/index.ts';
import { metrics } from '../metrics.ts';
import { ProviderError } from '../providers/index.ts';
import { ReadVoice } from '../voice/index.ts';
import { changePrompt, changeShape } from './change-prompt.ts';
import { isChanged } from './is-changed.ts';
import { trailingHashtags } from './trailing-hashtags.ts';
import type { WithHashtags } from './trailing-hashtags.ts';

type Input = ParsedInputOf<typeof changeRpc.captionChange>;

interface Material extends WithHashtags {
  readonly input: Input;
  readonly business: Business;
  readonly voice: CaptionVoice;
}

/** An answer that is not what was asked for is followed by another try when this much time is left. */
const SECOND_TRY_MS = 5_000;

/** A text of the person made shorter or longer, in another tone or language; counted and kept safe like a caption. */
@Injectable()
export class ChangeCaption {
  constructor(
    private readonly rpc: Rpc,
    private readonly readVoice: ReadVoice,
    private readonly asking: AskInTurn,
    private readonly counted: CountedWriting,
  ) {}

  execute(input: Input, context: RpcContext): Promise<ChangedCaption> {
    return this.counted.execute<ChangedCaption>(
      {
        ...{ kind: 'change', photoId: null, style: null, hash: bodyHash(['change', input]) },
        write: (asking) => this.asking.inTurn(asking, () => this.write(asking, input, context)),
      },
      context,
    );
  }

  private async write(asking: Asking, input: Input, context: RpcContext): Promise<ChangedCaption> {
    const [business, voice] = await Promise.all([
      this.rpc.call(identityRpc.businessGet, { id: asking.businessId }, context),
      this.readVoice.execute(asking.businessId),
    ]);
    const endsAt = performance.now() + asking.timeoutMs();
    const material = { input, business, voice, ...trailingHashtags(input.caption) };
    const isAsked = (caption: string): boolean => isChanged(input.change, material.words, caption);
    let caption = await this.once(asking, material, undefined, endsAt);
    if (!isAsked(caption) && endsAt - performance.now() > SECOND_TRY_MS) {
      caption = await this.once(asking, material, caption, endsAt);
    }
    if (!isAsked(caption)) {
      throw new ProviderError('repeated');
    }
    const { id, model } = asking.provider;
    return { caption, hashtags: [...material.hashtags], provider: id, model };
  }

  private async once(
    asking: Asking,
    { input, business, voice, words, hashtags }: Material,
    tried: string | undefined,
    endsAt: number,
  ): Promise<string> {
    const { change, platform } = input;
    const longest = platform && roomBeside(platform, hashtags);
    const { system, prompt } = changePrompt({
      ...{ business, voice, words, change, platform, longest, tried },
      canary: this.asking.canary,
    });
    const shape = changeShape({ words, change, longest });
    const raw = await this.asking.ask(asking, { system, prompt, picture: null, shape }, endsAt);
    const clean = cleanCaption(raw, {
      ...{ includeHashtags: false, platform, longest, voice },
      ...(change.kind === 'translate' ? { translated: words } : {}),
      profileText: `${profileText(business)}\n${input.caption}`,
    });
    if (!clean) {
      throw new ProviderError('garbage');
    }
    if (clean.repaired) {
      metrics.repairs.add(1, { provider: asking.provider.id });
    }
    return clean.caption;
  }
}

/** What the hashtags, which follow after a blank line, leave of the platform's limit. */
function roomBeside(platform: Platform, hashtags: readonly string[]): number {
  const taken = hashtags.length === 0 ? 0 : captionLength(platform, `\n\n${hashtags.join(' ')}`);
  return Math.max(0, platformRules[platform].captionLimit - taken);
}
