import { Controller } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import { recurringEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { GenerationsRepository } from '../captions/index.ts';
import { Providers } from '../providers/index.ts';
import { SettingsRepository } from '../settings/index.ts';
import { OccurrenceCaptionsRepository } from './occurrence-captions.repository.ts';
import { OccurrenceCaptionsWorker } from './occurrence-captions.worker.ts';
import { emitGenerated } from './write-occurrence-caption.ts';

/** A recurring schedule picked a photo and needs a caption for it. */
@Controller()
export class OccurrencesEvents {
  constructor(
    private readonly requests: OccurrenceCaptionsRepository,
    private readonly generations: GenerationsRepository,
    private readonly worker: OccurrenceCaptionsWorker,
    private readonly random: Random,
    private readonly providers: Providers,
    private readonly settings: SettingsRepository,
  ) {}

  @On(recurringEvents.occurrenceStarted)
  async started(event: EventEnvelope<DataOf<typeof recurringEvents.occurrenceStarted>>, tx: Tx): Promise<void> {
    const { businessId, data } = event;
    if (businessId === null) {
      return; // an occurrence without a business belongs to nobody
    }
    const { occurrenceId, photoId, platforms, userId, payerId, neededBy } = data;
    const request = {
      ...{ id: this.random.uuidv7(), businessId, occurrenceId, photoId, platforms, userId, payerId },
      neededBy: new Date(neededBy),
    };
    const lane = (await this.settings.choice(tx, businessId)).provider ?? this.providers.first();
    const { doneId } = await this.requests.ask(tx, request, lane);
    if (doneId === null) {
      tx.afterCommit(() => this.worker.wake(lane));
      return;
    }
    // The schedule came back to this photo: its caption exists, charged once.
    const answer = await this.generations.answer(tx, businessId, doneId);
    if (answer !== null) {
      await emitGenerated(tx, { ...request, id: doneId }, answer.provider);
    }
  }
}
