import { Controller } from '@nestjs/common';
import { publisherEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { PublishedRepository } from './published.repository.ts';

@Controller()
export class PublishedEvents {
  constructor(private readonly published: PublishedRepository) {}

  @On(publisherEvents.targetPublished, { handler: 'published' })
  async add(envelope: EventEnvelope<DataOf<typeof publisherEvents.targetPublished>>, tx: Tx): Promise<void> {
    if (envelope.businessId !== null) {
      await this.published.add(tx, envelope.businessId, envelope.data);
    }
  }
}
