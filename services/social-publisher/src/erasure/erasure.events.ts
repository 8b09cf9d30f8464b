import { Controller } from '@nestjs/common';
import { identityEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import { Entitlements, ErasureWorker } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { EraseBusiness } from './erase-business.ts';

@Controller()
export class ErasureEvents {
  constructor(
    private readonly entitlements: Entitlements,
    private readonly erase: EraseBusiness,
    private readonly worker: ErasureWorker,
  ) {}

  @On(identityEvents.businessDeleted, { handler: 'erase', evenWhenErased: true })
  async businessDeleted(event: EventEnvelope<DataOf<typeof identityEvents.businessDeleted>>, tx: Tx): Promise<void> {
    await this.entitlements.buryBusiness(tx, event);
    await this.erase.execute(tx, event.data.businessId, event.data.erasureId);
    tx.afterCommit(() => this.worker.wake());
  }
}
