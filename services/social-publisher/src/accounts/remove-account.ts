import { Injectable } from '@nestjs/common';
import { publisherEvents } from '@postloom/contracts';
import { Quotas } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { LanesRepository } from '../lanes/index.ts';
import { SecretsRepository } from '../vault/index.ts';
import type { StoredSecret } from '../vault/index.ts';
import type { Account } from './account.ts';
import { AccountsRepository } from './accounts.repository.ts';

/**
 * Ends a connection inside the caller's transaction: no call is made for it any more, its share of the plan is given back,
 * its token is destroyed. While the outcome of a call is open the token is kept to look, and the lane destroys it.
 */
@Injectable()
export class RemoveAccount {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly secrets: SecretsRepository,
    private readonly lanes: LanesRepository,
    private readonly quotas: Quotas,
  ) {}

  /** Gives the secret one last time, for the revocation after the commit; null when it is still needed, or removed before. */
  async execute(tx: Tx, account: Account): Promise<StoredSecret | null> {
    const removed = await this.accounts.setState(tx, account.businessId, account.id, 'removed', null);
    if (removed === null) {
      return null;
    }
    await this.quotas.giveBack(tx, { payerId: account.payerId, metric: 'accounts', amount: 1 });
    return this.end(tx, removed);
  }

  /** The same for an account that another one of its platform takes the place of: its share of the plan goes over to that. */
  async forAnother(tx: Tx, account: Account): Promise<StoredSecret | null> {
    const removed = await this.accounts.setState(tx, account.businessId, account.id, 'removed', null);
    return removed === null ? null : this.end(tx, removed);
  }

  private async end(tx: Tx, account: Account): Promise<StoredSecret | null> {
    await this.lanes.park(tx, account.id, 'disconnected');
    await tx.emit(publisherEvents.accountRemoved, {
      businessId: account.businessId,
      entityId: account.id,
      version: account.version,
      data: { accountId: account.id, platform: account.platform, accountName: account.name },
    });
    return this.secrets.shred(tx, account.businessId, account.id);
  }
}
