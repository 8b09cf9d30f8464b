import { Injectable } from '@nestjs/common';
import { captionLength, identityRpc, platformRules } from '@postloom/contracts';
import type {
  Business,
  CaptionStyle,
  CaptionVoice,
  ChangedCaption,
  changeRpc,
  ParsedInputOf,
  Platform,
} from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { bodyHash, Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { businessOf } from '../access.ts';
import {
  AskInTurn,
  cleanCaption,
  CountedWriting,
  FindOrigin,
  profileText,
  trailingHashtags,
} from '../captions/index.ts';
import type { Asking, WithHashtags } from '../captions/index.ts';
import { metrics } from '../metrics.ts';
import { ProviderError } from '../providers/index.ts';
import { ReadVoice } from '../voice/index.ts';
import { changePrompt, changeShape } from './change-prompt.ts';
import { isChanged } from './is-changed.ts';

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
    private readonly uow: Uow,
    private readonly rpc: Rpc,
    private readonly readVoice: ReadVoice,
    private readonly asking: AskInTurn,
    private readonly counted: CountedWriting,
    private readonly findOrigin: FindOrigin,
  ) {}

  async execute(input: Input, context: RpcContext): Promise<ChangedCaption> {
    const style = await this.styleOf(input, businessOf(context));
    return this.counted.execute<ChangedCaption>(
      {
        ...{ kind: 'change', photoId: null, style, hash: bodyHash(['change', input]) },
        write: (asking) => this.asking.inTurn(asking, () => this.write(asking, input, context)),
      },
      context,
    );
  }

  /** What is made of a caption stays in its style, unless another one is asked for. */
  private async styleOf({ change, caption, platform }: Input, businessId: string): Promise<CaptionStyle | null> {
    if (change.kind === 'tone') {
      return change.style;
    }
    const find = (tx: Tx) => this.findOrigin.execute(tx, businessId, caption, platform);
    return (await this.uow.run(Scope.business(businessId), find, { readOnly: true }))?.style ?? null;
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
