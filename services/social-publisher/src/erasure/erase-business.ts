import { Injectable } from '@nestjs/common';
import { Tombstones } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { AccountsRepository, RemoveAccount, RevokeConsent } from '../accounts/index.ts';
import { ErasureRepository } from './erasure.repository.ts';

/**
 * A business was deleted: nothing of it is sent any more, its tokens are destroyed and taken back at the platforms. A call whose
 * outcome is open is looked into first (the lane does, and destroys the token then). Its posts and accounts go afterwards, in
 * batches (`ErasedBusinessesWorker`).
 */
@Injectable()
export class EraseBusiness {
  constructor(
    private readonly tombstones: Tombstones,
    private readonly accounts: AccountsRepository,
    private readonly remove: RemoveAccount,
    private readonly revoke: RevokeConsent,
    private readonly data: ErasureRepository,
  ) {}

  async execute(tx: Tx, businessId: string): Promise<void> {
    await this.tombstones.waitForWriters(tx, businessId);
    await this.data.stopPosts(tx, businessId);
    for (const account of await this.accounts.all(tx, businessId)) {
      const secret = await this.remove.execute(tx, account);
      if (secret !== null) {
        tx.afterCommit(() => this.revoke.execute(account, secret));
      }
    }
    await this.data.deleteRest(tx, businessId);
  }
}
