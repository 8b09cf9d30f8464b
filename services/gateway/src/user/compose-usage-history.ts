import { Injectable } from '@nestjs/common';
import { captionsRpc, schedulingRpc } from '@postloom/contracts';
import type { UsageHistory, UserUsageHistory } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { usageHistory } from './usage-history.ts';

/** One deadline for both owners, so that a slow one does not hold up the page. */
const DEADLINE_MS = 2_000;

const owners = { posts: schedulingRpc.usageHistory, captions: captionsRpc.usageHistory } as const;

/** GET /api/user/usage-history: what counts by the month, asked of the two services that count it. */
@Injectable()
export class ComposeUsageHistory {
  constructor(private readonly rpc: Rpc) {}

  async execute(payerId: string, caller: Caller): Promise<UserUsageHistory> {
    const [posts, captions] = await Promise.all([
      this.history('posts', payerId, caller),
      this.history('captions', payerId, caller),
    ]);
    return usageHistory({ posts, captions });
  }

  /** Null when the owner did not answer in time: the answer names it. */
  private async history(metric: keyof typeof owners, payerId: string, caller: Caller): Promise<UsageHistory | null> {
    try {
      return await this.rpc.call(owners[metric], { payerId }, caller, { deadlineMs: DEADLINE_MS });
    } catch {
      return null; // the rpc client has logged and counted it
    }
  }
}
