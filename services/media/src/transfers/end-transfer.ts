import { Injectable } from '@nestjs/common';
import type { OutputOf, ParsedInputOf, transferRpc } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { DeletionClaims } from '../storage/index.ts';
import { ReserveUpload } from '../uploads/index.ts';
import { TransfersRepository } from './transfers.repository.ts';
import type { Transfer } from './transfers.repository.ts';

/** Nothing becomes of a transfer: the reserved bytes are free at once, and what has arrived is removed. */
@Injectable()
export class EndTransfer {
  constructor(
    private readonly uow: Uow,
    private readonly deletions: DeletionClaims,
    private readonly reservations: ReserveUpload,
    private readonly transfers: TransfersRepository,
  ) {}

  /** The person gave up. What does not exist (any more) has ended. */
  async execute(
    { transferId, key }: Pick<ParsedInputOf<typeof transferRpc.transferEnd>, 'transferId' | 'key'>,
    context: RpcContext,
  ): Promise<OutputOf<typeof transferRpc.transferEnd>> {
    const { businessId } = writerOf(context);
    await this.uow.run(Scope.business(businessId), async (tx) => {
      const transfer = await this.transfers.byKey(tx, businessId, key);
      if (transfer?.id !== transferId || transfer.state === 'done') {
        return;
      }
      const { uploadId, reservationId } = transfer;
      await this.close(tx, transfer, () => this.reservations.cancel(tx, businessId, uploadId, reservationId));
    });
    return { success: true };
  }

  /** It failed for good. */
  end(tx: Tx, transfer: Transfer): Promise<void> {
    return this.close(tx, transfer, () => this.reservations.release(tx, transfer.reservationId));
  }

  /** The row stays until its addresses have expired: what is stored by one of them meanwhile is removed then. */
  private async close(tx: Tx, { id, objectKey, multipartId }: Transfer, free: () => Promise<void>): Promise<void> {
    await this.transfers.end(tx, id);
    await free();
    await this.deletions.addTransfers(tx, [{ key: objectKey, multipartId }]);
  }
}
