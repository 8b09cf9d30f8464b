import { Controller } from '@nestjs/common';
import { identityEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import { ErasureWorker, Tombstones } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';

/** A business was deleted: from this commit on nothing is stored for it; its rows are removed in batches afterwards. */
@Controller()
export class ErasureEvents {
  constructor(
    private readonly tombstones: Tombstones,
    private readonly worker: ErasureWorker,
  ) {}

  @On(identityEvents.businessDeleted, { handler: 'erase', evenWhenErased: true })
  async erase(envelope: EventEnvelope<DataOf<typeof identityEvents.businessDeleted>>, tx: Tx): Promise<void> {
    await this.tombstones.bury(tx, envelope.data.businessId, envelope.data.erasureId);
    tx.afterCommit(() => this.worker.wake());
  }
}
