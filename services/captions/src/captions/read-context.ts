import { Injectable } from '@nestjs/common';
import type { CaptionVoice } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { VoiceRepository } from '../voice/index.ts';
import type { Edit } from './edit-of.ts';
import { EditsRepository } from './edits.repository.ts';
import { GenerationsRepository } from './generations.repository.ts';

/** What a caption of a business rests on beside its profile. */
export interface CaptionContext {
  readonly voice: CaptionVoice;
  /** Newest first. */
  readonly earlier: readonly string[];
  /** What people made of captions before they posted them, newest first. */
  readonly edits: readonly Omit<Edit, 'id'>[];
}

/** As many of the business's captions are not repeated. */
const EARLIER = 20;
/** From as many edits the next caption learns. */
const EDITS = 5;

@Injectable()
export class ReadContext {
  constructor(
    private readonly uow: Uow,
    private readonly voices: VoiceRepository,
    private readonly generations: GenerationsRepository,
    private readonly edits: EditsRepository,
  ) {}

  execute(businessId: string): Promise<CaptionContext> {
    return this.uow.run(
      Scope.business(businessId),
      async (tx) => {
        const [voice, earlier, edits] = await Promise.all([
          this.voices.get(tx, businessId),
          this.generations.latest(tx, businessId, EARLIER),
          this.edits.latest(tx, businessId, EDITS),
        ]);
        return { voice, earlier, edits };
      },
      { readOnly: true },
    );
  }
}
