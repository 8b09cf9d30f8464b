import { Injectable } from '@nestjs/common';
import { Leases } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { OccurrencesRepository } from './occurrences.repository.ts';
import { RecurrenceSignal } from './recurrence-signal.ts';
import { reasons } from './schedule.ts';

/** `photoId` of a failure: null when it was not told. */
type News =
  | { readonly generationId: string; readonly photoId: string | null }
  | { readonly failure: string; readonly photoId: string | null };

/** What captions tells about an occurrence that waits for its words; about any other it changes nothing. */
@Injectable()
export class RecordCaptionNews {
  constructor(
    private readonly occurrences: OccurrencesRepository,
    private readonly leases: Leases,
    private readonly signal: RecurrenceSignal,
  ) {}

  async execute(tx: Tx, businessId: string, occurrenceId: string, news: News): Promise<void> {
    const occurrence = await this.occurrences.lockById(tx, businessId, occurrenceId);
    if (occurrence?.status !== 'captioning') {
      return;
    }
    if ('failure' in news) {
      if (occurrence.generationId !== null) {
        return;
      }
      // As below: the words for the photo chosen since are still being written.
      if (news.photoId !== null && news.photoId !== occurrence.photoId) {
        return;
      }
      await this.occurrences.save(tx, { ...occurrence, captionFailure: reasons.noCaption(news.failure) });
    } else {
      // The person chose another photo meanwhile: words about the first one are of no use.
      if (news.photoId !== occurrence.photoId) {
        return;
      }
      await this.occurrences.save(tx, { ...occurrence, generationId: news.generationId, captionFailure: null });
    }
    await this.leases.wake(tx, 'occurrences', occurrenceId);
    tx.afterCommit(() => this.signal.tell());
  }
}
