import { Inject, Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import { AccountsRepository, RemoveAccount, RevokeConsent } from '../accounts/index.ts';
import { QueueRepository } from './queue.repository.ts';

/**
 * A business was deleted: nothing of it is sent any more, its tokens are destroyed and taken back at the platforms. A call whose
 * outcome is open is looked into first (the lane does, and destroys the token then).
 */
@Injectable()
export class CloseBusiness {
  constructor(
    @Inject(AccountsRepository) private readonly accounts: AccountsRepository,
    @Inject(RemoveAccount) private readonly remove: RemoveAccount,
    @Inject(RevokeConsent) private readonly revoke: RevokeConsent,
    @Inject(QueueRepository) private readonly queue: QueueRepository,
  ) {}

  async execute(tx: Tx, businessId: string): Promise<void> {
    for (const account of await this.accounts.all(tx, businessId)) {
      await this.queue.cancelUnsent(tx, businessId, { accountId: account.id });
      const secret = await this.remove.execute(tx, account);
      if (secret !== null) tx.afterCommit(() => this.revoke.execute(account, secret));
    }
    await this.queue.forgetEnded(tx, businessId);
  }
}
