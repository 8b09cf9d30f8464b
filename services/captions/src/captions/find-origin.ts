import { Injectable } from '@nestjs/common';
import type { Platform } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { originOf, textHash } from './edit-of.ts';
import type { Origin } from './edit-of.ts';
import { EditsRepository } from './edits.repository.ts';

/** What a text of a person was made of: what reads the same, however much was written since, or the most alike of the last ones. */
@Injectable()
export class FindOrigin {
  constructor(private readonly edits: EditsRepository) {}

  async execute(tx: Tx, businessId: string, text: string, platform: Platform | undefined): Promise<Origin | null> {
    const [same, last] = await Promise.all([
      this.edits.withText(tx, businessId, textHash(text)),
      this.edits.lastWritten(tx, businessId),
    ]);
    return originOf(text, platform, [...same, ...last]);
  }
}
