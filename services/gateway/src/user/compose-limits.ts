import { Injectable } from '@nestjs/common';
import { Clock } from '@postloom/chassis';
import { captionsRpc, identityRpc, mediaRpc, publisherRpc, schedulingRpc } from '@postloom/contracts';
import type { Metric, MetricUsage, UserLimits } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { limitsAnswer } from './limits-answer.ts';

/** One deadline for all owners, so that a slow one does not hold up the page. */
const DEADLINE_MS = 2_000;

const owners = {
  posts: schedulingRpc.usageGet,
  captions: captionsRpc.usageGet,
  storage: mediaRpc.usageGet,
  accounts: publisherRpc.usageGet,
} as const;

/**
 * GET /api/user/limits: each limit is counted by its owner, so the four owners are asked in parallel and no figure is stale after a write.
 */
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

  /** Null when the owner did not answer in time: the answer marks it as unavailable, never invents a figure and never fails. */
  private async usage(metric: Metric, payerId: string, caller: Caller): Promise<MetricUsage | null> {
    try {
      return await this.rpc.call(owners[metric], { payerId }, caller, { deadlineMs: DEADLINE_MS });
    } catch {
      return null; // the rpc client has logged and counted it
    }
  }
}
