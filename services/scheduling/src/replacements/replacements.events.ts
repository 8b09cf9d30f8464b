import { Controller } from '@nestjs/common';
import { publisherEvents, replacementEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { RefsRepository } from '../facts/index.ts';
import { ReplacementsRepository } from './replacements.repository.ts';

type AccountEvent = EventEnvelope<DataOf<typeof publisherEvents.accountConnected>>;

/** One account goes and another comes, in whichever order that is heard of. The projection comes first, as in `facts`. */
@Controller()
export class ReplacementsEvents {
  constructor(
    private readonly refs: RefsRepository,
    private readonly replacements: ReplacementsRepository,
  ) {}

  @On(publisherEvents.accountConnected, { handler: 'replacements' })
  connected(event: AccountEvent, tx: Tx): Promise<void> {
    return this.changed(event, tx, 'connected');
  }

  @On(publisherEvents.accountRemoved, { handler: 'replacements' })
  removed(event: AccountEvent, tx: Tx): Promise<void> {
    return this.changed(event, tx, 'removed');
  }

  private async changed(event: AccountEvent, tx: Tx, state: 'connected' | 'removed'): Promise<void> {
    const { businessId, data, version, at } = event;
    if (businessId === null) {
      return;
    }
    const { accountId, platform, accountName } = data;
    await this.refs.applyAccount(tx, businessId, { accountId, platform, state, name: accountName }, version);
    if (state === 'removed') {
      await this.replacements.bindSchedules(tx, { businessId, accountId, platform, at: new Date(at) });
    }
    for (const { from } of await this.replacements.list(tx, businessId, platform)) {
      await tx.emit(replacementEvents.replacementChanged, {
        ...{ businessId, entityId: from.accountId, version },
        data: { platform, fromAccountId: from.accountId },
      });
    }
  }
}
