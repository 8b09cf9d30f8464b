import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Logger } from '@postloom/chassis';
import { MAX_PHOTO_BYTES } from '@postloom/contracts';
import { Housekeeping, Scope, Uow } from '@postloom/persistence';
import { Storage } from '../storage/index.ts';
import { EndTransfer } from './end-transfer.ts';
import { UnmeasuredTransfersClaims } from './unmeasured-transfers.claims.ts';
import type { UnmeasuredTransfer } from './unmeasured-transfers.claims.ts';

const BATCH = 20;
const EVERY_SECONDS = 30;
const scope = Scope.system('unmeasured transfers');

/**
 * The addresses of an upload whose length was not announced take any number of bytes, and nobody may ever ask for the file. So what has
 * arrived is measured from time to time: an upload with more than a file may have is ended, and what it stored is removed.
 */
@Injectable()
export class UnmeasuredTransfersWorker implements OnModuleInit {
  constructor(
    private readonly housekeeping: Housekeeping,
    private readonly uow: Uow,
    private readonly logger: Logger,
    private readonly storage: Storage,
    private readonly claims: UnmeasuredTransfersClaims,
    private readonly endTransfer: EndTransfer,
  ) {}

  onModuleInit(): void {
    this.housekeeping.add({ name: 'unmeasured-transfers', everySeconds: EVERY_SECONDS, run: () => this.round() });
  }

  /** One batch; true when there may be more. */
  async round(): Promise<boolean> {
    const transfers = await this.uow.run(scope, (tx) => this.claims.take(tx, BATCH));
    await Promise.all(transfers.map((transfer) => this.look(transfer)));
    return transfers.length === BATCH;
  }

  private async look(transfer: UnmeasuredTransfer): Promise<void> {
    const bytes = await this.storedBytes(transfer);
    if (bytes > MAX_PHOTO_BYTES) {
      await this.uow.run(scope, (tx) => this.endTransfer.end(tx, transfer));
      const { id, businessId } = transfer;
      this.logger.warn('An upload was ended: more had arrived than a file may have', { id, businessId, bytes });
    }
  }

  private async storedBytes({ objectKey, multipartId }: UnmeasuredTransfer): Promise<number> {
    const parts = multipartId && (await this.storage.parts(objectKey, multipartId));
    return parts ? parts.reduce((sum, part) => sum + part.bytes, 0) : ((await this.storage.size(objectKey)) ?? 0);
  }
}
