import { Injectable } from '@nestjs/common';
import { accountMessages } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { AccountsRepository } from '../accounts/index.ts';
import type { ClaimedLane } from '../lanes/index.ts';
import { JobsRepository } from './jobs.repository.ts';
import { TargetEvents } from './target-events.ts';

/**
 * The lane was parked from outside: a person disconnected, the platform reported that consent was withdrawn, the token expired. What waits
 * in it gets the reason, once.
 */
@Injectable()
export class NotifyParked {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly jobs: JobsRepository,
    private readonly events: TargetEvents,
  ) {}

  async execute(tx: Tx, lane: ClaimedLane, parked: 'reconnect' | 'disconnected'): Promise<void> {
    const account = await this.accounts.byId(tx, lane.businessId, lane.id);
    const message =
      parked === 'disconnected' ? accountMessages.disconnected : (account?.brokenReason ?? accountMessages.reconnect);
    for (const job of await this.jobs.markParked(tx, lane.id, { code: parked, message }, 'unannounced')) {
      await this.events.needsAttention(tx, lane.businessId, job);
    }
  }
}
