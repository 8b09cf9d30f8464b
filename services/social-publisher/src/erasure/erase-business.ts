import { Injectable } from '@nestjs/common';
import { Tombstones } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { AccountsRepository, RemoveAccount } from '../accounts/index.ts';
import { ErasureRepository } from './erasure.repository.ts';

/**
 * A business was deleted: nothing of it is sent any more, and its consents are queued to be taken back at the platforms. A call
 * whose outcome is open is verified first (by the lane, which queues its token then). Posts and accounts are deleted afterwards,
 * in batches (`ErasedBusinessesWorker`).
 */
@Injectable()
export class EraseBusiness {
  constructor(
    private readonly tombstones: Tombstones,
    private readonly accounts: AccountsRepository,
    private readonly remove: RemoveAccount,
    private readonly data: ErasureRepository,
  ) {}

  async execute(tx: Tx, businessId: string): Promise<void> {
    await this.tombstones.waitForWriters(tx, businessId);
    await this.data.stopPosts(tx, businessId);
    for (const account of await this.accounts.all(tx, businessId)) {
      await this.remove.execute(tx, account);
    }
    await this.data.deleteRest(tx, businessId);
  }
}
