import { Controller, Inject } from '@nestjs/common';
import { identityEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { ErasureRepository } from './erasure.repository.ts';

@Controller()
export class ErasureEvents {
  constructor(@Inject(ErasureRepository) private readonly data: ErasureRepository) {}

  @On(identityEvents.businessDeleted, { handler: 'erase' })
  erase(envelope: EventEnvelope<DataOf<typeof identityEvents.businessDeleted>>, tx: Tx): Promise<void> {
    return this.data.deleteBusiness(tx, envelope.data.businessId);
  }
}
