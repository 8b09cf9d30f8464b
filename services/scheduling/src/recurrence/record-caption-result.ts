import { Injectable } from '@nestjs/common';
import { Leases } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { OccurrencesRepository } from './occurrences.repository.ts';
import { RecurrenceSignal } from './recurrence-signal.ts';

/** `photoId` of a failure: null when the event does not name it. `failure`: why the occurrence becomes a draft. */
type CaptionResult =
  | { readonly generationId: string; readonly photoId: string | null }
  | { readonly failure: string; readonly photoId: string | null };

/** A result from captions for an occurrence that waits for its caption; it changes nothing for any other. */
@Injectable()
export class RecordCaptionResult {
  constructor(
    private readonly occurrences: OccurrencesRepository,
    private readonly leases: Leases,
    private readonly signal: RecurrenceSignal,
  ) {}

  async execute(tx: Tx, businessId: string, occurrenceId: string, result: CaptionResult): Promise<void> {
    const occurrence = await this.occurrences.lockById(tx, businessId, occurrenceId);
    if (occurrence?.status !== 'captioning') {
      return;
    }
    if ('failure' in result) {
      if (occurrence.generationId !== null) {
        return;
      }
      // As below: the caption for the photo chosen since is still being written.
      if (result.photoId !== null && result.photoId !== occurrence.photoId) {
        return;
      }
      await this.occurrences.save(tx, { ...occurrence, captionFailure: result.failure });
    } else {
      // The person has chosen another photo in the meantime: a caption for the first one is of no use.
      if (result.photoId !== occurrence.photoId) {
        return;
      }
      await this.occurrences.save(tx, { ...occurrence, generationId: result.generationId, captionFailure: null });
    }
    await this.leases.wake(tx, 'occurrences', occurrenceId);
    tx.afterCommit(() => this.signal.wake());
  }
}
