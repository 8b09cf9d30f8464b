import { Injectable } from '@nestjs/common';
import { CaptionVoice, identityRpc } from '@postloom/contracts';
import type { altTextRpc, ParsedInputOf, SuggestedAltText } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { bodyHash } from '@postloom/persistence';
import { AskInTurn, cleanCaption, CountedWriting, LoadPicture, profileText } from '../captions/index.ts';
import type { Asking } from '../captions/index.ts';
import { metrics } from '../metrics.ts';
import { ProviderError } from '../providers/index.ts';
import { ReadVoice } from '../voice/index.ts';
import { altTextPrompt, altTextShape, LONGEST_ALT_TEXT } from './alt-text-prompt.ts';

type Input = ParsedInputOf<typeof altTextRpc.altTextSuggest>;

/** A description is no caption: what the business chose for those does not hold here. */
const plainVoice = { ...CaptionVoice.parse({}), emojis: 'none' as const };

/** What a photo shows, as a suggestion; counted and kept safe like a caption; the photo stays as it is. */
@Injectable()
export class SuggestAltText {
  constructor(
    private readonly rpc: Rpc,
    private readonly loadPicture: LoadPicture,
    private readonly readVoice: ReadVoice,
    private readonly asking: AskInTurn,
    private readonly counted: CountedWriting,
  ) {}

  execute({ photoId }: Input, context: RpcContext): Promise<SuggestedAltText> {
    return this.counted.execute<SuggestedAltText>(
      {
        ...{ kind: 'alt_text', photoId, style: null, hash: bodyHash(['alt_text', photoId]) },
        write: (asking) => this.asking.inTurn(asking, () => this.write(asking, photoId, context)),
      },
      context,
    );
  }

  private async write(asking: Asking, photoId: string, context: RpcContext): Promise<SuggestedAltText> {
    const [picture, business, voice] = await Promise.all([
      this.loadPicture.execute({ photoId }, context, asking.signal),
      this.rpc.call(identityRpc.businessGet, { id: asking.businessId }, context),
      this.readVoice.execute(asking.businessId),
    ]);
    const endsAt = performance.now() + asking.timeoutMs();
    const question = { ...altTextPrompt(business, voice, this.asking.canary), picture, shape: altTextShape };
    const { alt_text: caption } = await this.asking.ask(asking, question, endsAt);
    const clean = cleanCaption(
      { caption },
      {
        ...{ includeHashtags: false, platform: undefined, longest: LONGEST_ALT_TEXT, voice: plainVoice },
        profileText: profileText(business),
      },
    );
    if (!clean) {
      throw new ProviderError('garbage');
    }
    const { id, model } = asking.provider;
    if (clean.repaired) {
      metrics.repairs.add(1, { provider: id });
    }
    return { altText: clean.caption, provider: id, model };
  }
}
