import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import type { PublisherConfig } from '../config.ts';
import type { BudgetNote } from '../platforms/index.ts';
import type { Job } from './job.ts';
import type { Rules, Transition } from './protocol.ts';
import { RefreshLane } from './refresh-lane.ts';
import { SettleStep } from './settle-step.ts';
import { canCall } from './lane-run.ts';
import type { Next, LaneRun } from './lane-run.ts';

/** The end of every step: its outcome is written, and what comes next is read. */
@Injectable()
export class WriteStep {
  constructor(
    @Inject(CONFIG) private readonly config: PublisherConfig,
    private readonly settle: SettleStep,
    private readonly refresh: RefreshLane,
  ) {}

  rules(run: LaneRun): Rules {
    return {
      label: run.label,
      retrySeconds: this.config.publishRetryDelaysMs.map((ms) => ms / 1_000),
      boundMs: this.config.publishBoundMs,
    };
  }

  /** Writes the transition; a refused token is refreshed once before the lane is parked for it. */
  async execute(run: LaneRun, job: Job, planned: Transition, budgets: readonly BudgetNote[]): Promise<Next> {
    let next = planned;
    if (planned.park !== null && canCall(run) && run.credentials?.tokens.refreshToken && !run.hasRefreshed) {
      const outcome = await this.refresh.now(run);
      if (outcome === 'lost') {
        return 'stop';
      }
      if (outcome === null) {
        next = { ...planned, park: null, waiting: null, readyIn: 0 };
      } else if (outcome.kind !== 'reconnect') {
        next = { ...planned, park: null, readyIn: 30 };
      }
    }
    return this.settle.execute(run, job, next, budgets);
  }
}
