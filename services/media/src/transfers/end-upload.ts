import { Injectable } from '@nestjs/common';
import type { OutputOf, ParsedInputOf, transferRpc } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { DeletionClaims } from '../storage/index.ts';
import { ReserveUpload } from '../uploads/index.ts';
import { TransfersRepository } from './transfers.repository.ts';

/**
 * The person gave up an upload, which the client knows by its own id alone: it may have taken any way, and the answer to its announcement may
 * never have come. What has become a photo stays.
 */
@Injectable()
export class EndUpload {
  constructor(
    private readonly uow: Uow,
    private readonly reservations: ReserveUpload,
    private readonly transfers: TransfersRepository,
    private readonly deletions: DeletionClaims,
  ) {}

  async execute(
    { uploadId }: ParsedInputOf<typeof transferRpc.uploadEnd>,
    context: RpcContext,
  ): Promise<OutputOf<typeof transferRpc.uploadEnd>> {
    const { businessId } = writerOf(context);
    await this.uow.run(Scope.business(businessId), async (tx) => {
      const stored = await this.transfers.endUpload(tx, businessId, uploadId);
      await this.reservations.cancel(tx, businessId, uploadId);
      await this.deletions.addTransfers(tx, stored);
    });
    return { success: true };
  }
}
