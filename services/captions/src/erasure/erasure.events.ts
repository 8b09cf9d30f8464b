import { Controller } from '@nestjs/common';
import { identityEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import { Entitlements, Tombstones } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { ErasureRepository } from './erasure.repository.ts';

@Controller()
export class ErasureEvents {
  constructor(
    private readonly entitlements: Entitlements,
    private readonly erased: Tombstones,
    private readonly data: ErasureRepository,
  ) {}

  @On(identityEvents.businessDeleted, { handler: 'erase', evenWhenErased: true })
  async erase(envelope: EventEnvelope<DataOf<typeof identityEvents.businessDeleted>>, tx: Tx): Promise<void> {
    await this.erased.waitForWriters(tx, envelope.data.businessId);
    await this.entitlements.buryBusiness(tx, envelope);
    await this.data.deleteBusiness(tx, envelope.data.businessId);
  }
}
