import { Injectable } from '@nestjs/common';
import { identityRpc } from '@postloom/contracts';
import type { CaptionVoice, VoicePreview } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { bodyHash } from '@postloom/persistence';
import { AskInTurn, cleanCaption, CountedWriting, profileText } from '../captions/index.ts';
import type { Asking } from '../captions/index.ts';
import { metrics } from '../metrics.ts';
import { ProviderError } from '../providers/index.ts';
import type { RawAnswer } from '../providers/index.ts';
import { LONGEST_SAMPLE, previewPrompt, previewShape, sampleNames } from './preview-prompt.ts';

/** Three samples in a voice as it stands in the form; together counted as one caption, and kept safe like one. */
@Injectable()
export class PreviewVoice {
  constructor(
    private readonly rpc: Rpc,
    private readonly asking: AskInTurn,
    private readonly counted: CountedWriting,
  ) {}

  execute(voice: CaptionVoice, context: RpcContext): Promise<VoicePreview> {
    return this.counted.execute<VoicePreview>(
      {
        ...{ kind: 'preview', photoId: null, style: null, hash: bodyHash(['preview', voice]) },
        write: (asking) => this.asking.inTurn(asking, () => this.write(asking, voice, context)),
      },
      context,
    );
  }

  private async write(asking: Asking, voice: CaptionVoice, context: RpcContext): Promise<VoicePreview> {
    const business = await this.rpc.call(identityRpc.businessGet, { id: asking.businessId }, context);
    const endsAt = performance.now() + asking.timeoutMs();
    const question = { ...previewPrompt(business, voice, this.asking.canary), picture: null, shape: previewShape };
    const raw = await this.asking.ask(asking, question, endsAt);
    const options = {
      ...{ includeHashtags: voice.hashtagSets.length > 0, platform: undefined, longest: LONGEST_SAMPLE, voice },
      profileText: profileText(business),
    };
    const clean = sampleNames.map((name) => cleanCaption(textIn(raw[name]), options));
    const samples = clean.filter((one) => one !== null);
    if (samples.length < clean.length) {
      throw new ProviderError('garbage');
    }
    const { id, model } = asking.provider;
    if (samples.some(({ repaired }) => repaired)) {
      metrics.repairs.add(1, { provider: id });
    }
    return { samples: samples.map(({ caption, hashtags }) => ({ caption, hashtags })), provider: id, model };
  }
}

function textIn(value: unknown): RawAnswer {
  return typeof value === 'object' && value !== null ? (value as RawAnswer) : {};
}
