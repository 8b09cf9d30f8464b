import { Controller } from '@nestjs/common';
import { identityEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { StaleDaysRepository } from '../roll-ups/index.ts';
import { BusinessesRepository } from './businesses.repository.ts';

type Business = EventEnvelope<DataOf<typeof identityEvents.businessUpdated>>;

/** On another wall clock posts belong to other days and hours: all of them are summed up again. */
@Controller()
export class BusinessesEvents {
  constructor(
    private readonly businesses: BusinessesRepository,
    private readonly staleDays: StaleDaysRepository,
  ) {}

  @On(identityEvents.businessCreated, { handler: 'business-known' })
  created(envelope: Business, tx: Tx): Promise<void> {
    return this.apply(envelope, tx);
  }

  @On(identityEvents.businessUpdated, { handler: 'business-changed' })
  updated(envelope: Business, tx: Tx): Promise<void> {
    return this.apply(envelope, tx);
  }

  private async apply({ data, version }: Business, tx: Tx): Promise<void> {
    const { businessId, timeZone, industryType: industry } = data;
    await this.staleDays.lock(tx, businessId);
    if (await this.businesses.apply(tx, { businessId, timeZone, industry, version })) {
      await this.staleDays.all(tx, businessId);
    }
  }
}
