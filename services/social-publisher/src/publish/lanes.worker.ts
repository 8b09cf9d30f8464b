import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import { LeasedWorker, Scope, WorkerTools } from '@postloom/persistence';
import type { Run } from '@postloom/persistence';
import type { PublisherConfig } from '../config.ts';
import { LaneWakeups, LanesClaims } from '../lanes/index.ts';
import type { ClaimedLane } from '../lanes/index.ts';
import { Failpoints } from './failpoints.ts';
import { RunLane } from './run-lane.ts';

const POLL_MS = 250;
/** How often blocked lanes are searched for outcomes that stay open too long: the bound is in minutes. */
const OVERDUE_EVERY_MS = 5_000;

/**
 * Claims ready lanes and works on many of them at the same time; each lane does one thing at a time. A call on the socket is
 * finished at the end of the process if the time allows; if not, the next worker verifies before sending.
 */
@Injectable()
export class LanesWorker extends LeasedWorker<ClaimedLane> {
  private overdueAtMs = 0;

  constructor(
    tools: WorkerTools,
    @Inject(CONFIG) private readonly config: PublisherConfig,
    private readonly claims: LanesClaims,
    private readonly wakeups: LaneWakeups,
    private readonly runLane: RunLane,
    private readonly failpoints: Failpoints,
  ) {
    super(tools, { name: 'lanes', slots: config.publishLanes, pollMs: POLL_MS });
  }

  override onModuleInit(): void {
    super.onModuleInit();
    this.wakeups.onWake(() => this.wake());
  }

  protected override async claim(free: number): Promise<readonly ClaimedLane[]> {
    const now = this.tools.clock.monotonicMs();
    const lanes = await this.tools.uow.run(Scope.system('lanes of all businesses'), async (tx) => {
      const { publishLeaseSeconds: leaseSeconds, publishBoundMs: boundMs } = this.config;
      const ready = await this.claims.claim(tx, free, leaseSeconds);
      const left = free - ready.length;
      const isOverdueDue = left > 0 && now >= this.overdueAtMs;
      if (isOverdueDue) {
        this.overdueAtMs = now + OVERDUE_EVERY_MS;
      }
      const overdue = isOverdueDue ? await this.claims.claimOverdue(tx, left, leaseSeconds, boundMs) : [];
      const claimed = [...ready, ...overdue];
      await Promise.all(claimed.map(() => this.failpoints.hit('claiming')));
      return claimed;
    });
    await Promise.all(lanes.map(() => this.failpoints.hit('claimed')));
    return lanes;
  }

  protected override work(lane: ClaimedLane, { claimedAtMs, signal }: Run): Promise<void> {
    return this.runLane.execute(lane, claimedAtMs, signal);
  }

  /** RunLane handles failures of its steps itself; whatever else it is, the lease ends and the lane is claimed again. */
  protected override async failed({ id, platform }: ClaimedLane, error: unknown): Promise<void> {
    this.tools.logger.error('A lane could not be worked on', { platform, accountId: id, error });
    return Promise.resolve();
  }
}
