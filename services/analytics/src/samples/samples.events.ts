import { Controller } from '@nestjs/common';
import { insightEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { StaleDaysRepository } from '../roll-ups/index.ts';
import { SamplesRepository } from './samples.repository.ts';

@Controller()
export class SamplesEvents {
  constructor(
    private readonly samples: SamplesRepository,
    private readonly staleDays: StaleDaysRepository,
  ) {}

  @On(insightEvents.insightsRead, { handler: 'sample' })
  async add(envelope: EventEnvelope<DataOf<typeof insightEvents.insightsRead>>, tx: Tx): Promise<void> {
    const { businessId, data } = envelope;
    if (businessId === null) {
      return;
    }
    await this.staleDays.lock(tx, businessId);
    const { followers } = data;
    if (followers !== null) {
      await this.samples.addFollowers(tx, businessId, { ...data, followers });
    }
    await this.samples.addAccountDays(tx, businessId, data);
    const changed = await this.samples.addPosts(tx, businessId, data);
    if (changed.length > 0) {
      await this.staleDays.ofTargets(tx, businessId, changed);
    }
  }
}
