import { Controller } from '@nestjs/common';
import { AppError, captionsRpc } from '@postloom/contracts';
import type { CaptionVoice, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Tombstones, Uow } from '@postloom/persistence';
import { businessOf } from '../access.ts';
import { ReadVoice } from './read-voice.ts';
import { VoiceRepository } from './voice.repository.ts';

@Controller()
export class VoiceRpc {
  constructor(
    private readonly uow: Uow,
    private readonly readVoice: ReadVoice,
    private readonly voices: VoiceRepository,
    private readonly erased: Tombstones,
  ) {}

  @Rpc(captionsRpc.voiceGet)
  get(_input: ParsedInputOf<typeof captionsRpc.voiceGet>, context: RpcContext): Promise<CaptionVoice> {
    return this.readVoice.execute(businessOf(context));
  }

  @Rpc(captionsRpc.voiceSet)
  async set(voice: ParsedInputOf<typeof captionsRpc.voiceSet>, context: RpcContext): Promise<CaptionVoice> {
    const businessId = businessOf(context);
    if (context.role === 'viewer') {
      throw new AppError('forbidden');
    }
    await this.uow.run(Scope.business(businessId), async (tx) => {
      await this.erased.refuseErased(tx, businessId);
      await this.voices.save(tx, businessId, voice);
    });
    return voice;
  }
}
