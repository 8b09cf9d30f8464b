import { Controller } from '@nestjs/common';
import { publisherEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { AccountsRepository } from './accounts.repository.ts';

/** Followers of an account that was disconnected count no longer, until it is read again. */
@Controller()
export class AccountsEvents {
  constructor(private readonly accounts: AccountsRepository) {}

  @On(publisherEvents.accountRemoved, { handler: 'account-removed' })
  async removed(envelope: EventEnvelope<DataOf<typeof publisherEvents.accountRemoved>>, tx: Tx): Promise<void> {
    const { businessId, at, data } = envelope;
    if (businessId !== null) {
      await this.accounts.remove(tx, businessId, { ...data, removedAt: at });
    }
  }
}
