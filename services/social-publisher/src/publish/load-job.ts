import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import type { Tx } from '@postloom/persistence';
import type { PublisherConfig } from '../config.ts';
import { LanesRepository } from '../lanes/index.ts';
import { LaneTokens } from './lane-tokens.ts';
import { NextJobRepository } from './next-job.repository.ts';
import { NotifyParked } from './notify-parked.ts';
import type { Loaded, LaneRun } from './lane-run.ts';

/** Reads what a run does next. */
@Injectable()
export class LoadJob {
  constructor(
    @Inject(CONFIG) private readonly config: PublisherConfig,
    private readonly lanes: LanesRepository,
    private readonly laneTokens: LaneTokens,
    private readonly jobs: NextJobRepository,
    private readonly parked: NotifyParked,
  ) {}

  /**
   * The next job and the current tokens, which may have been replaced or destroyed. Takes no lock, so that a run with work costs no write
   * here: every later write checks the lease itself. With nothing to do the lane is released in this transaction; a concurrent wake-up is
   * stored on the lane's row and wins.
   */
  async execute(tx: Tx, run: LaneRun): Promise<Loaded> {
    const { lane } = run;
    const [mine, credentials, job] = await Promise.all([
      this.lanes.read(tx, lane),
      this.laneTokens.load(tx, lane),
      this.jobs.next(tx, lane.businessId, lane.id, this.config.publishBoundMs),
    ]);
    if (mine === null) {
      return 'lost';
    }
    run.credentials = credentials;
    if (mine.parked === null && !mine.isBlocked && credentials !== null && !run.hasRefreshed && mine.isRefreshDue) {
      return 'refresh';
    }
    if (job !== null) {
      return job;
    }
    if (mine.parked !== null && (await this.lanes.lock(tx, lane))) {
      await this.parked.execute(tx, lane, mine.parked);
    }
    if (mine.parked === 'disconnected' && credentials !== null) {
      return 'shred';
    }
    return (await this.lanes.release(tx, lane)) ? 'released' : 'lost';
  }
}
