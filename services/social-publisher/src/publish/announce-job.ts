import { Injectable } from '@nestjs/common';
import { Logger } from '@postloom/chassis';
import { PlatformError } from '../platforms/index.ts';
import { Deliveries } from './deliveries.ts';
import type { Job } from './job.ts';
import { SettleStep } from './settle-step.ts';
import type { Next, LaneRun } from './lane-run.ts';

/** Announces a post that is public, with its permalink if that can be read. A cosmetic read never fails or delays a live post. */
@Injectable()
export class AnnounceJob {
  constructor(
    private readonly deliveries: Deliveries,
    private readonly settle: SettleStep,
    private readonly logger: Logger,
  ) {}

  async execute(run: LaneRun, job: Job): Promise<Next> {
    let permalink: string | null = null;
    // The last calls of a limit are reserved for publishing.
    if (
      run.platform !== null &&
      job.parked === null &&
      !job.isBlocked &&
      run.credentials !== null &&
      job.remoteId !== null
    ) {
      try {
        permalink = await run.platform.permalink(this.deliveries.open(run, job, []), job.remoteId);
      } catch (error) {
        const { platform } = job;
        if (error instanceof PlatformError) {
          this.logger.info('A permalink could not be read', { platform, problem: error.problem.code });
        }
        // Perhaps a bug of ours: the operator sees it in the log, and the owner sees the post anyway.
        else {
          this.logger.error('Reading a permalink has failed unexpectedly', { platform, error });
        }
      }
    }
    return this.settle.announce(run, job, permalink);
  }
}
