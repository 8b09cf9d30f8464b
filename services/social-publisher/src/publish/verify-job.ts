import { Injectable } from '@nestjs/common';
import { Clock, Logger, withSpan } from '@postloom/chassis';
import { Scope, Uow } from '@postloom/persistence';
import { LanesRepository } from '../lanes/index.ts';
import { metrics } from '../metrics.ts';
import { PlatformError } from '../platforms/index.ts';
import type { BudgetNote, Finding, VerifyContext, PlatformProblem } from '../platforms/index.ts';
import { afterVerify } from './after-steps.ts';
import { Deliveries } from './deliveries.ts';
import { Failpoints } from './failpoints.ts';
import { verifyContextOf, verifySince } from './job.ts';
import type { Job } from './job.ts';
import { JobsRepository } from './jobs.repository.ts';
import { StepOvertaken } from './lane-run.ts';
import type { Next, CallingRun } from './lane-run.ts';
import { WriteStep } from './write-step.ts';

/** Asks the platform whether the post became public. */
@Injectable()
export class VerifyJob {
  constructor(
    private readonly uow: Uow,
    private readonly lanes: LanesRepository,
    private readonly jobs: JobsRepository,
    private readonly deliveries: Deliveries,
    private readonly write: WriteStep,
    private readonly failpoints: Failpoints,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async execute(run: CallingRun, job: Job): Promise<Next> {
    const counted: Job =
      job.attempt === null
        ? job
        : { ...job, attempt: { ...job.attempt, verifications: job.attempt.verifications + 1 } };
    const rules = this.write.rules(run);
    if (this.failpoints.isVerifyingSwitchedOff) {
      const next = afterVerify(withoutQuarantine(counted), { kind: 'not_public' }, job.now, rules, () => false);
      return this.write.execute(run, counted, next.readyIn === null ? next : { ...next, readyIn: 0 }, []);
    }
    const budgets: BudgetNote[] = [];
    const delivery = this.deliveries.open(run, job, budgets);
    let result: Finding | PlatformProblem;
    try {
      result = await withSpan('publish verify', () =>
        run.platform.verify(delivery, job.steps, verifySince(job), this.verifyContext(run, job)),
      );
    } catch (error) {
      if (error instanceof StepOvertaken) {
        return 'next';
      }
      result = error instanceof PlatformError ? error.problem : this.unexpected(job, error);
    } finally {
      delivery.close();
    }
    metrics.verificationsTotal.add(1, { platform: job.platform, showed: result.kind });
    const ids = result.kind === 'seen' ? result.sightings.map((sighting) => sighting.remoteId) : [];
    const claimed =
      ids.length === 0
        ? new Set<string>()
        : await this.uow.run(Scope.business(run.lane.businessId), (tx) =>
            this.jobs.claimedRemoteIds(tx, job.accountId, job.id, ids),
          );
    const judged = this.failpoints.isQuarantineSwitchedOff ? withoutQuarantine(counted) : counted;
    const next = afterVerify(judged, result, job.now, rules, (id) => claimed.has(id));
    return this.write.execute(run, counted, next, budgets);
  }

  /**
   * A bug, or an unexpected answer: it has shown nothing, so it counts as a failed verification. Its post is verified until the bound, then
   * its person is asked; the account's other posts continue.
   */
  private unexpected(job: Job, error: unknown): Finding {
    const { platform, targetId } = job;
    this.logger.error('Looking for a post has failed unexpectedly', { platform, targetId, error });
    return { kind: 'unclear', code: 'unexpected' };
  }

  private verifyContext(run: CallingRun, job: Job): VerifyContext {
    return {
      ...verifyContextOf(job),
      guard: run.lease.guard(this.clock.monotonicMs()),
      save: async (next) => {
        const isKept = await this.uow.run(
          Scope.business(run.lane.businessId),
          async (tx) => (await this.lanes.lock(tx, run.lane)) && this.jobs.saveAttemptSteps(tx, job, next),
        );
        if (!isKept) {
          throw new StepOvertaken();
        }
      },
    };
  }
}

/** A job as the controls of the chaos tests see it. */
function withoutQuarantine(job: Job): Job {
  return job.attempt === null ? job : { ...job, attempt: { ...job.attempt, quarantineUntil: job.now } };
}
