import { Injectable } from '@nestjs/common';
import { Clock, Logger, withSpan } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { LanesRepository } from '../lanes/index.ts';
import { PlatformError } from '../platforms/index.ts';
import type { BudgetNote, PlatformProblem, Preparation } from '../platforms/index.ts';
import { afterPrepare } from './after-steps.ts';
import { Deliveries } from './deliveries.ts';
import { Failpoints } from './failpoints.ts';
import type { Job } from './job.ts';
import { JobsRepository } from './jobs.repository.ts';
import { SendJob } from './send-job.ts';
import { StepOvertaken } from './lane-run.ts';
import type { Next, CallingRun } from './lane-run.ts';
import { WriteStep } from './write-step.ts';

/** Everything that may be repeated: containers, uploads. Each id is saved as soon as it is known. */
@Injectable()
export class PrepareJob {
  constructor(
    private readonly uow: Uow,
    private readonly lanes: LanesRepository,
    private readonly jobs: JobsRepository,
    private readonly deliveries: Deliveries,
    private readonly send: SendJob,
    private readonly write: WriteStep,
    private readonly failpoints: Failpoints,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async execute(run: CallingRun, job: Job): Promise<Next> {
    const budgets: BudgetNote[] = [];
    let { steps } = job;
    const save = async (next: typeof steps): Promise<void> => {
      await this.failpoints.hit('steps_known');
      steps = next;
      const isKept = await this.uow.run(
        Scope.business(run.lane.businessId),
        async (tx) => (await this.lanes.lock(tx, run.lane)) && this.jobs.saveSteps(tx, job, next),
      );
      if (!isKept) {
        throw new StepOvertaken();
      }
      await this.failpoints.hit('steps_saved');
    };
    const started = this.clock.monotonicMs();
    const delivery = this.deliveries.open(run, job, budgets);
    let result: Preparation | PlatformProblem;
    try {
      result = await withSpan('publish prepare', () => run.platform.prepare(delivery, job.steps, save));
    } catch (error) {
      if (error instanceof StepOvertaken) {
        return 'next';
      } // cancelled, or the lane is lost: the next load finds out
      result = error instanceof PlatformError ? error.problem : this.unexpected(job, error);
    } finally {
      delivery.close();
    }
    // The database's clock when the job was read, plus what has passed on ours.
    const now = new Date(job.now.getTime() + this.clock.monotonicMs() - started);
    const next = afterPrepare(job, result, now, this.write.rules(run));
    // Ready: continue with the intent, whose own transaction records everything that matters.
    if (next.state === 'prepared' && result.kind === 'ready') {
      return this.send.execute(run, { ...job, steps, state: 'prepared' }, budgets);
    }
    return this.write.execute(run, job, next, budgets);
  }

  /** A bug, or an unexpected answer: it counts as a failed try of this post, and the account's other posts continue. */
  private unexpected(job: Job, error: unknown): PlatformProblem {
    if (error instanceof AppError) {
      throw error;
    } // the database: says nothing about this post
    const { platform, targetId } = job;
    this.logger.error('Preparing a post has failed unexpectedly', { platform, targetId, error });
    const message = 'The post could not be prepared because of an error on our side.';
    return { kind: 'transient', code: 'unexpected', message };
  }
}
