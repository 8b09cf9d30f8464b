import { Controller } from '@nestjs/common';
import { schedulingEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { UsesRepository } from './uses.repository.ts';

type PostFacts = EventEnvelope<DataOf<typeof schedulingEvents.postScheduled>>;

/** Projection: which posts use which photos. A draft uses none, so creating one costs media nothing. */
@Controller()
export class UsesEvents {
  constructor(private readonly uses: UsesRepository) {}

  @On(schedulingEvents.postScheduled, { handler: 'use-scheduled' })
  scheduled(envelope: PostFacts, tx: Tx): Promise<void> {
    return this.apply(envelope, tx, envelope.data.photoIds);
  }

  @On(schedulingEvents.postChanged, { handler: 'use-changed' })
  changed(envelope: PostFacts, tx: Tx): Promise<void> {
    return this.apply(envelope, tx, envelope.data.status === 'draft' ? [] : envelope.data.photoIds);
  }

  @On(schedulingEvents.postDeleted, { handler: 'use-ended' })
  deleted(envelope: EventEnvelope<DataOf<typeof schedulingEvents.postDeleted>>, tx: Tx): Promise<void> {
    return this.apply(envelope, tx, []);
  }

  private async apply(envelope: EventEnvelope<{ postId: string }>, tx: Tx, photoIds: readonly string[]): Promise<void> {
    if (envelope.businessId !== null) {
      await this.uses.apply(tx, {
        postId: envelope.data.postId,
        businessId: envelope.businessId,
        photoIds,
        version: envelope.version,
      });
    }
  }
}
