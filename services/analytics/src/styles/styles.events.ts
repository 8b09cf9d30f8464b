import { Controller } from '@nestjs/common';
import { captionsEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { StaleDaysRepository } from '../roll-ups/index.ts';
import { StylesRepository } from './styles.repository.ts';

@Controller()
export class StylesEvents {
  constructor(
    private readonly styles: StylesRepository,
    private readonly staleDays: StaleDaysRepository,
  ) {}

  /** Told when the post is handed over, which may be before or after it is known to be published. */
  @On(captionsEvents.captionPosted, { handler: 'caption-posted' })
  async posted(envelope: EventEnvelope<DataOf<typeof captionsEvents.captionPosted>>, tx: Tx): Promise<void> {
    const { businessId, version, data } = envelope;
    if (businessId === null) {
      return;
    }
    await this.staleDays.lock(tx, businessId);
    if (await this.styles.apply(tx, { ...data, businessId, version })) {
      await this.staleDays.ofTargets(tx, businessId, [data.targetId]);
    }
  }
}
