import { Injectable } from '@nestjs/common';
import { publisherEvents } from '@postloom/contracts';
import { Quotas } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { LanesRepository } from '../lanes/index.ts';
import { RevocationsRepository } from '../revocations/index.ts';
import { SecretsRepository } from '../vault/index.ts';
import type { Account } from './account.ts';
import { AccountsRepository } from './accounts.repository.ts';

/**
 * Ends a connection inside the caller's transaction: no further call is made for it, its quota charge is refunded, and its token moves to
 * the queue of revocations. While the outcome of a call is open the token is kept for verification, and the lane moves it afterwards.
 */
@Injectable()
export class RemoveAccount {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly secrets: SecretsRepository,
    private readonly revocations: RevocationsRepository,
    private readonly lanes: LanesRepository,
    private readonly quotas: Quotas,
  ) {}

  /** Does nothing when it has already been removed. */
  async execute(tx: Tx, account: Account): Promise<void> {
    const removed = await this.accounts.setState(tx, account.businessId, account.id, 'removed', null);
    if (removed !== null) {
      await this.quotas.giveBack(tx, { payerId: account.payerId, metric: 'accounts', amount: 1 });
      await this.end(tx, removed);
    }
  }

  /** The same for an account that another one of its platform replaces: the quota charge passes on to that one. */
  async forAnother(tx: Tx, account: Account): Promise<void> {
    const removed = await this.accounts.setState(tx, account.businessId, account.id, 'removed', null);
    if (removed !== null) {
      await this.end(tx, removed);
    }
  }

  private async end(tx: Tx, account: Account): Promise<void> {
    await this.lanes.park(tx, account.id, 'disconnected');
    await tx.emit(publisherEvents.accountRemoved, {
      businessId: account.businessId,
      entityId: account.id,
      version: account.version,
      data: { accountId: account.id, platform: account.platform, accountName: account.name },
    });
    const secret = await this.secrets.take(tx, account.businessId, account.id);
    if (secret !== null) {
      await this.revocations.add(tx, account, secret);
    }
  }
}
