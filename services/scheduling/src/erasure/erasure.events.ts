import { Controller } from '@nestjs/common';
import { identityEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { RefsRepository } from '../facts/index.ts';
import { DeletedBusinessesWorker } from './deleted-businesses.worker.ts';
import { ErasedBusinessesRepository } from './erased-businesses.repository.ts';

/** A business is deleted: from this commit on nothing of it is handed over; its rows go in batches afterwards. */
@Controller()
export class ErasureEvents {
  constructor(
    private readonly refs: RefsRepository,
    private readonly erased: ErasedBusinessesRepository,
    private readonly worker: DeletedBusinessesWorker,
  ) {}

  @On(identityEvents.businessDeleted, { handler: 'posts', evenWhenErased: true })
  async businessDeleted(event: EventEnvelope<DataOf<typeof identityEvents.businessDeleted>>, tx: Tx): Promise<void> {
    await this.refs.buryBusiness(tx, event.data.businessId, event.version);
    await this.erased.cancelTargets(tx, event.data.businessId);
    tx.afterCommit(() => this.worker.poke());
  }
}
