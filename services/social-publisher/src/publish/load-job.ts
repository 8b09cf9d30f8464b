import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import type { Tx } from '@postloom/persistence';
import type { PublisherConfig } from '../config.ts';
import { LanesRepository } from '../lanes/index.ts';
import { LaneTokens } from './lane-tokens.ts';
import { NextJobRepository } from './next-job.repository.ts';
import { TellParked } from './tell-parked.ts';
import type { Loaded, Visit } from './visit.ts';

/** Reads what a visit does next. */
@Injectable()
export class LoadJob {
  constructor(
    @Inject(CONFIG) private readonly config: PublisherConfig,
    private readonly lanes: LanesRepository,
    private readonly laneTokens: LaneTokens,
    private readonly jobs: NextJobRepository,
    private readonly parked: TellParked,
  ) {}

  /**
   * The next job and the tokens as they are now: they may have been replaced or destroyed. Takes no lock, so that a visit with
   * work costs no write here: every later write asks for the lease itself. With nothing to do the lane is released in this
   * transaction; a wake-up that comes in between is noted on the lane's row and wins.
   */
  async execute(tx: Tx, visit: Visit): Promise<Loaded> {
    const { lane } = visit;
    const [mine, held, job] = await Promise.all([
      this.lanes.read(tx, lane),
      this.laneTokens.load(tx, lane),
      this.jobs.next(tx, lane.businessId, lane.id, this.config.publishBoundMs),
    ]);
    if (mine === null) {
      return 'lost';
    }
    visit.held = held;
    if (mine.parked === null && !mine.isHeld && held !== null && !visit.hasRefreshed && mine.isRefreshDue) {
      return 'refresh';
    }
    if (job !== null) {
      return job;
    }
    if (mine.parked !== null && (await this.lanes.hold(tx, lane))) {
      await this.parked.execute(tx, lane, mine.parked);
    }
    if (mine.parked === 'disconnected' && held !== null) {
      return 'shred';
    }
    return (await this.lanes.release(tx, lane)) ? 'released' : 'lost';
  }
}
