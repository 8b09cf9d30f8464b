import { Injectable } from '@nestjs/common';
import { Clock, withSpan } from '@postloom/chassis';
import { Scope, Uow } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import type { BudgetNote } from '../platforms/index.ts';
import { afterSend } from './after-steps.ts';
import { Deliveries } from './deliveries.ts';
import { Failpoints } from './failpoints.ts';
import type { Job } from './job.ts';
import { JobsRepository } from './jobs.repository.ts';
import type { Next, CallingRun } from './lane-run.ts';
import { WriteIntent } from './write-intent.ts';
import { WriteStep } from './write-step.ts';

/** The one call that makes a post public: intent first, then one call, then its outcome. */
@Injectable()
export class SendJob {
  constructor(
    private readonly uow: Uow,
    private readonly jobs: JobsRepository,
    private readonly deliveries: Deliveries,
    private readonly intent: WriteIntent,
    private readonly write: WriteStep,
    private readonly failpoints: Failpoints,
    private readonly clock: Clock,
  ) {}

  async execute(run: CallingRun, job: Job, budgets: BudgetNote[] = []): Promise<Next> {
    const startedMs = this.clock.monotonicMs();
    const sending = await this.intent.execute(run.lane, run.lease, job, run.platform.timing, startedMs);
    if (sending === 'overtaken') {
      return 'next';
    }
    if (sending === 'lost' || sending === 'blocked') {
      return 'stop';
    }
    const { platform } = job;
    await this.failpoints.hit('intent_written');
    const sentAtMs = this.clock.monotonicMs();
    const delivery = this.deliveries.open(run, job, budgets);
    const outcome = await withSpan('publish send', { attributes: { 'postloom.attempt': sending.attempts } }, () =>
      run.platform.send(delivery, job.steps, this.guard(run, startedMs), async (next) => {
        // Even when the lane was lost in the meantime: the name of what is in flight helps the worker that verifies it.
        await this.uow.run(Scope.business(run.lane.businessId), (tx) => this.jobs.saveAttemptSteps(tx, sending, next));
      }),
    ).finally(() => delivery.close());
    metrics.sendSeconds.observe((this.clock.monotonicMs() - sentAtMs) / 1_000, { platform, outcome: outcome.kind });
    metrics.attemptsTotal.add(1, { platform, outcome: outcome.kind });
    if (outcome.kind === 'published' || outcome.kind === 'accepted') {
      // The database's clock when the job was read, plus what has passed on ours.
      const lagMs = job.now.getTime() - job.dueAt.getTime() + this.clock.monotonicMs() - job.readAtMs;
      metrics.dueLagSeconds.observe(Math.max(0, lagMs / 1_000), { platform });
    }
    await this.failpoints.hit('sent');
    const next = afterSend(sending, outcome, this.write.rules(run));
    const done = await this.write.execute(run, sending, next, budgets);
    await this.failpoints.hit('settled');
    return done;
  }

  /** The check before the socket write; a control switches it off. */
  private guard(run: CallingRun, startedMs: number): () => void {
    return this.failpoints.isGuardSwitchedOff ? () => undefined : run.lease.guard(startedMs);
  }
}
