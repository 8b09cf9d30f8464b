import { Controller } from '@nestjs/common';
import { identityEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { BusinessesRepository } from './businesses.repository.ts';

type Business = EventEnvelope<DataOf<typeof identityEvents.businessUpdated>>;

/** Keeps the zones of businesses. */
@Controller()
export class BusinessesEvents {
  constructor(private readonly businesses: BusinessesRepository) {}

  @On(identityEvents.businessCreated, { handler: 'business-known' })
  created(envelope: Business, tx: Tx): Promise<void> {
    return this.apply(envelope, tx);
  }

  @On(identityEvents.businessUpdated, { handler: 'business-changed' })
  updated(envelope: Business, tx: Tx): Promise<void> {
    return this.apply(envelope, tx);
  }

  private apply({ data, version }: Business, tx: Tx): Promise<void> {
    return this.businesses.apply(tx, data.businessId, data.timeZone, version);
  }
}
