import { Injectable } from '@nestjs/common';
import { Tombstones } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { AccountsRepository, RemoveAccount } from '../accounts/index.ts';
import { ErasureRepository } from './erasure.repository.ts';

/** Anything that waits longer is cancelled by the erasure; without its tokens none of it can be sent. */
const CANCELLED_AT_ONCE = 1_000;

/**
 * A business was deleted: none of its posts is sent any more, and its consents are queued to be withdrawn at the platforms. A call whose
 * outcome is open is verified first (by the lane, which queues its token then). Posts and accounts are deleted afterwards, in batches
 * (`ErasureWorker`).
 */
@Injectable()
export class EraseBusiness {
  constructor(
    private readonly tombstones: Tombstones,
    private readonly accounts: AccountsRepository,
    private readonly remove: RemoveAccount,
    private readonly data: ErasureRepository,
  ) {}

  async execute(tx: Tx, businessId: string, personErasureId?: string | null): Promise<void> {
    await this.tombstones.bury(tx, businessId, personErasureId);
    // Lock order: lanes before jobs.
    for (const account of await this.accounts.all(tx, businessId)) {
      await this.remove.execute(tx, account);
    }
    await this.data.cancelPosts(tx, businessId, CANCELLED_AT_ONCE);
    await this.data.giveUpVerifying(tx, businessId);
  }
}
