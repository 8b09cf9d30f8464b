import { Controller } from '@nestjs/common';
import { identityEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { ErasedBusinessesRepository } from './erased-businesses.repository.ts';
import { ErasureRepository } from './erasure.repository.ts';

@Controller()
export class ErasureEvents {
  constructor(
    private readonly erased: ErasedBusinessesRepository,
    private readonly data: ErasureRepository,
  ) {}

  @On(identityEvents.businessDeleted, { handler: 'erase', evenWhenErased: true })
  async erase(envelope: EventEnvelope<DataOf<typeof identityEvents.businessDeleted>>, tx: Tx): Promise<void> {
    await this.erased.bury(tx, envelope.data.businessId);
    await this.data.deleteBusiness(tx, envelope.data.businessId);
  }
}
