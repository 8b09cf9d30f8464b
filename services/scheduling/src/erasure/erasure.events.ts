import { Controller } from '@nestjs/common';
import { identityEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import { ErasureWorker, Tombstones } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { RefsRepository } from '../facts/index.ts';

/** A business was deleted: from this commit on none of its posts is handed over; its rows are removed in batches afterwards. */
@Controller()
export class ErasureEvents {
  constructor(
    private readonly tombstones: Tombstones,
    private readonly refs: RefsRepository,
    private readonly worker: ErasureWorker,
  ) {}

  @On(identityEvents.businessDeleted, { handler: 'posts', evenWhenErased: true })
  async businessDeleted(event: EventEnvelope<DataOf<typeof identityEvents.businessDeleted>>, tx: Tx): Promise<void> {
    await this.tombstones.bury(tx, event.data.businessId, event.data.erasureId);
    await this.refs.buryBusiness(tx, event.data.businessId, event.version);
    tx.afterCommit(() => this.worker.wake());
  }
}
