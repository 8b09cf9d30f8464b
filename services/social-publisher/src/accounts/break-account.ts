import { Injectable } from '@nestjs/common';
import { publisherEvents } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { LanesRepository } from '../lanes/index.ts';
import { AccountsRepository } from './accounts.repository.ts';

/**
 * The connection has ended without the person's doing: no further call is made for it, its owner is notified, and its lane notes on every
 * waiting post why it waits. Reconnecting lets them continue.
 */
@Injectable()
export class BreakAccount {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly lanes: LanesRepository,
  ) {}

  /** `reason`: a sentence for the person. False: it was already broken or removed. */
  async execute(tx: Tx, account: { id: string; businessId: string }, reason: string): Promise<boolean> {
    const broken = await this.accounts.setState(tx, account.businessId, account.id, 'broken', reason);
    if (broken === null) {
      return false;
    }
    await this.lanes.park(tx, account.id, 'reconnect');
    await tx.emit(publisherEvents.accountBroken, {
      businessId: account.businessId,
      entityId: account.id,
      version: broken.version,
      data: { accountId: account.id, platform: broken.platform, accountName: broken.name, reason },
    });
    return true;
  }
}
