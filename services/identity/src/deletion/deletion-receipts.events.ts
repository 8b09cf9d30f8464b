import { Controller } from '@nestjs/common';
import { erasureReceipts } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { DeletionWorker } from './deletion.worker.ts';
import { DeletionsRepository } from './deletions.repository.ts';

type Receipt = EventEnvelope<DataOf<(typeof erasureReceipts)[keyof typeof erasureReceipts]>>;

/** The services' receipts: with the last one the deletion is complete. */
@Controller()
export class DeletionReceipts {
  constructor(
    private readonly deletions: DeletionsRepository,
    private readonly worker: DeletionWorker,
  ) {}

  @On(erasureReceipts.media)
  media(receipt: Receipt, tx: Tx): Promise<void> {
    return this.receive('media', receipt, tx);
  }

  @On(erasureReceipts.captions)
  captions(receipt: Receipt, tx: Tx): Promise<void> {
    return this.receive('captions', receipt, tx);
  }

  @On(erasureReceipts.scheduling)
  scheduling(receipt: Receipt, tx: Tx): Promise<void> {
    return this.receive('scheduling', receipt, tx);
  }

  @On(erasureReceipts.publisher)
  publisher(receipt: Receipt, tx: Tx): Promise<void> {
    return this.receive('publisher', receipt, tx);
  }

  @On(erasureReceipts.analytics)
  analytics(receipt: Receipt, tx: Tx): Promise<void> {
    return this.receive('analytics', receipt, tx);
  }

  private async receive(owner: keyof typeof erasureReceipts, { data }: Receipt, tx: Tx): Promise<void> {
    await this.deletions.addReceipt(tx, { deletionId: data.erasureId, owner, rowsDeleted: data.rowsDeleted });
    tx.afterCommit(() => this.worker.wake());
  }
}
