import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import type { PublisherConfig } from '../config.ts';
import type { BudgetNote } from '../platforms/index.ts';
import type { Job } from './job.ts';
import type { Rules, Transition } from './protocol.ts';
import { RefreshLane } from './refresh-lane.ts';
import { SettleStep } from './settle-step.ts';
import type { Next, Visit } from './visit.ts';

/** The end of every step: what it has led to is written down, and what comes next is read. */
@Injectable()
export class WriteStep {
  constructor(
    @Inject(CONFIG) private readonly config: PublisherConfig,
    private readonly settle: SettleStep,
    private readonly refresh: RefreshLane,
  ) {}

  rules(visit: Visit): Rules {
    return {
      label: visit.platform.label,
      retrySeconds: this.config.publishRetryDelaysMs.map((ms) => ms / 1_000),
      boundMs: this.config.publishBoundMs,
    };
  }

  /** Writes the transition; a refused token is refreshed once before the lane is parked for it. */
  async execute(visit: Visit, job: Job, planned: Transition, budgets: readonly BudgetNote[]): Promise<Next> {
    let next = planned;
    if (planned.park !== null && visit.held?.tokens.refreshToken && !visit.hasRefreshed) {
      const outcome = await this.refresh.now(visit);
      if (outcome === 'lost') {
        return 'stop';
      }
      if (outcome === null) {
        next = { ...planned, park: null, waiting: null, readyIn: 0 };
      } else if (outcome.kind !== 'reconnect') {
        next = { ...planned, park: null, readyIn: 30 };
      }
    }
    return this.settle.execute(visit, job, next, budgets);
  }
}
