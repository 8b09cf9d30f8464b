import { Injectable } from '@nestjs/common';
import { Clock } from '@postloom/chassis';
import { captionsRpc, identityRpc, mediaRpc, publisherRpc, schedulingRpc } from '@postloom/contracts';
import type { Metric, MetricUsage, UserLimits } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { limitsAnswer } from './limits-answer.ts';

/** One deadline for all owners, so that one slow owner does not make the page wait. */
const DEADLINE_MS = 2_000;

const owners = {
  posts: schedulingRpc.usageGet,
  captions: captionsRpc.usageGet,
  storage: mediaRpc.usageGet,
  accounts: publisherRpc.usageGet,
} as const;

/** GET /api/user/limits: each limit is counted at its owner, so the four owners are asked in parallel: no stale figure after a write. */
@Injectable()
export class ComposeLimits {
  constructor(
    private readonly rpc: Rpc,
    private readonly clock: Clock,
  ) {}

  async execute(payerId: string, caller: Caller): Promise<UserLimits> {
    const metrics = Object.keys(owners) as Metric[];
    const [plan, ...answers] = await Promise.all([
      this.rpc.call(identityRpc.planGet, { payerId }, caller),
      ...metrics.map((metric) => this.usage(metric, payerId, caller)),
    ]);
    return limitsAnswer(
      plan,
      answers.filter((answer) => answer !== null),
      this.clock.now(),
    );
  }

  /** Null when the owner did not answer in time: marked as unavailable, never invented and never fatal. */
  private async usage(metric: Metric, payerId: string, caller: Caller): Promise<MetricUsage | null> {
    try {
      return await this.rpc.call(owners[metric], { payerId }, caller, { deadlineMs: DEADLINE_MS });
    } catch {
      return null; // the rpc client has logged and counted it
    }
  }
}
