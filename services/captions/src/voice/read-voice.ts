import { Injectable } from '@nestjs/common';
import type { CaptionVoice } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { VoiceRepository } from './voice.repository.ts';

/** How the texts of a business sound. */
@Injectable()
export class ReadVoice {
  constructor(
    private readonly uow: Uow,
    private readonly voices: VoiceRepository,
  ) {}

  execute(businessId: string): Promise<CaptionVoice> {
    return this.uow.run(Scope.business(businessId), (tx) => this.voices.get(tx, businessId), { readOnly: true });
  }
}
