import { Controller } from '@nestjs/common';
import { publisherEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { StaleDaysRepository } from '../roll-ups/index.ts';
import { PublishedRepository } from './published.repository.ts';

@Controller()
export class PublishedEvents {
  constructor(
    private readonly published: PublishedRepository,
    private readonly staleDays: StaleDaysRepository,
  ) {}

  @On(publisherEvents.targetPublished, { handler: 'published' })
  async add(envelope: EventEnvelope<DataOf<typeof publisherEvents.targetPublished>>, tx: Tx): Promise<void> {
    const { businessId, data } = envelope;
    if (businessId === null) {
      return;
    }
    await this.staleDays.lock(tx, businessId);
    if (await this.published.add(tx, businessId, data)) {
      await this.staleDays.ofTargets(tx, businessId, [data.targetId]);
    }
  }
}
