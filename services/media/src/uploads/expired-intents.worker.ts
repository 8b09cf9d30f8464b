import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Housekeeping, Scope, Uow } from '@postloom/persistence';
import { DeletionClaims, objectKeys } from '../storage/index.ts';
import { ExpiredIntentsClaims } from './expired-intents.claims.ts';

const BATCH = 100;
const EVERY_SECONDS = 30;

/**
 * Removes uploads that never ended, whose bytes are released when their reservation expires, what lies in storage of uploads by signed
 * addresses, and expired scratch pictures with their objects.
 */
@Injectable()
export class ExpiredIntentsWorker implements OnModuleInit {
  constructor(
    private readonly housekeeping: Housekeeping,
    private readonly uow: Uow,
    private readonly claims: ExpiredIntentsClaims,
    private readonly deletions: DeletionClaims,
  ) {}

  onModuleInit(): void {
    this.housekeeping.add({ name: 'expired-uploads', everySeconds: EVERY_SECONDS, run: () => this.round() });
  }

  /** One batch; true when there may be more. */
  round(): Promise<boolean> {
    return this.uow.run(Scope.system('expired uploads'), async (tx) => {
      const uploads = await this.claims.takeUploads(tx, BATCH);
      const scratch = await this.claims.takeScratch(tx, BATCH);
      await this.deletions.add(
        tx,
        scratch.map(({ businessId, scratchId }) => objectKeys.scratch(businessId, scratchId)),
      );
      const transfers = await this.claims.takeTransfers(tx, BATCH);
      await this.deletions.addTransfers(tx, transfers);
      return uploads === BATCH || transfers.length === BATCH || scratch.length === BATCH;
    });
  }
}
