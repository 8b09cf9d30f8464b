import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import { AccountsRepository } from '../accounts/index.ts';
import type { HeldLane } from '../lanes/index.ts';
import { disconnectedMessage } from './enqueue-target.ts';
import { JobsRepository } from './jobs.repository.ts';
import { TellTarget } from './tell-target.ts';

/**
 * The lane was parked from outside: a person disconnected, the platform told that its consent was taken back, the token's
 * time was over. What waits in it says why, once.
 */
@Injectable()
export class TellParked {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly jobs: JobsRepository,
    private readonly tell: TellTarget,
  ) {}

  async execute(tx: Tx, lane: HeldLane, parked: 'reconnect' | 'disconnected'): Promise<void> {
    const account = await this.accounts.byId(tx, lane.businessId, lane.id);
    const message =
      parked === 'disconnected'
        ? disconnectedMessage
        : (account?.brokenReason ?? 'Reconnect the account, waiting posts follow by themselves.');
    for (const job of await this.jobs.markParked(tx, lane.id, { code: parked, message }, 'news')) {
      await this.tell.needsAttention(tx, lane.businessId, job);
    }
  }
}
