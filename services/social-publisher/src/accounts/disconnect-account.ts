import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import type { Account } from './account.ts';
import { AccountsRepository } from './accounts.repository.ts';
import { RemoveAccount } from './remove-account.ts';

/**
 * A person ends a connection. Waiting posts say so; connecting the same account again lets them go on. Disconnecting a
 * platform a second time (another tab, a second click) succeeds and does nothing. The consent is taken back at the platform
 * afterwards, by the worker of `revocations`: a slow platform does not delay the answer.
 */
@Injectable()
export class DisconnectAccount {
  constructor(
    private readonly uow: Uow,
    private readonly accounts: AccountsRepository,
    private readonly remove: RemoveAccount,
  ) {}

  /** @throws {AppError} not_found: no such account is, or for a platform ever was, connected to this business. */
  async execute(businessId: string, which: { platform: Platform } | { id: string }): Promise<void> {
    await this.uow.run(Scope.business(businessId), async (tx) => {
      const found = await this.find(tx, businessId, which);
      if (found !== null) {
        await this.remove.execute(tx, found);
      }
    });
  }

  /** Null: it was disconnected before. */
  private async find(
    tx: Tx,
    businessId: string,
    which: { platform: Platform } | { id: string },
  ): Promise<Account | null> {
    if ('id' in which) {
      const found = await this.accounts.byId(tx, businessId, which.id);
      if (found === null || found.state === 'removed') {
        throw new AppError('not_found');
      }
      await this.accounts.lockPlatform(tx, businessId, found.platform);
      return found;
    }
    // Lock before reading: a sign-in in progress may be about to replace the account, and then the new one is to be disconnected.
    await this.accounts.lockPlatform(tx, businessId, which.platform);
    const found = await this.accounts.current(tx, businessId, which.platform);
    if (found === null && !(await this.accounts.wasDisconnected(tx, businessId, which.platform))) {
      throw new AppError('not_found');
    }
    return found;
  }
}
