import { Controller } from '@nestjs/common';
import { deletionEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { PersonErasureWorker, Tombstones } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { On } from '../events/on.decorator.ts';

/** A person was deleted: their businesses have events of their own, here begins what is theirs and of no business. */
@Controller()
export class PersonErasureEvents {
  private readonly tombstones: Tombstones;
  private readonly worker: PersonErasureWorker;

  constructor(tombstones: Tombstones, worker: PersonErasureWorker) {
    this.tombstones = tombstones;
    this.worker = worker;
  }

  @On(deletionEvents.userDeleted, { handler: 'erase-person' })
  async erase({ data }: EventEnvelope<DataOf<typeof deletionEvents.userDeleted>>, tx: Tx): Promise<void> {
    await this.tombstones.buryPerson(tx, data);
    tx.afterCommit(() => this.worker.wake());
  }
}
