import { Inject, Injectable } from '@nestjs/common';
import { Clock, CONFIG, Logger, runWithTraceparent, withSpan } from '@postloom/chassis';
import { platformRules } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import type { PublisherConfig } from '../config.ts';
import { LanesRepository } from '../lanes/index.ts';
import type { ClaimedLane } from '../lanes/index.ts';
import { metrics } from '../metrics.ts';
import { Platforms } from '../platforms/index.ts';
import type { SocialPlatform } from '../platforms/index.ts';
import { afterGiveUp, undecided } from './after-steps.ts';
import { AnnounceJob } from './announce-job.ts';
import type { Job } from './job.ts';
import { LaneHeartbeat } from './lane-heartbeat.ts';
import { LaneLease } from './lane-lease.ts';
import { LoadJob } from './load-job.ts';
import { PrepareJob } from './prepare-job.ts';
import { nextStep } from './protocol.ts';
import type { Step } from './protocol.ts';
import { RefreshLane } from './refresh-lane.ts';
import { SendJob } from './send-job.ts';
import { VerifyJob } from './verify-job.ts';
import { canCall } from './lane-run.ts';
import type { Loaded, Next, LaneRun } from './lane-run.ts';
import { WriteStep } from './write-step.ts';

/** How long a platform without an app on this installation is left alone before it is checked again. */
const SWITCHED_OFF_SECONDS = 600;

/** After this the lane is released to the end of the queue: one account with a long queue must not occupy a worker for good. */
const LONGEST_RUN_MS = 10_000;

/** Works on one account under its lease: one step of one job at a time, until nothing is ready or its time is over. */
@Injectable()
export class RunLane {
  constructor(
    @Inject(CONFIG) private readonly config: PublisherConfig,
    private readonly uow: Uow,
    private readonly platforms: Platforms,
    private readonly lanes: LanesRepository,
    private readonly loading: LoadJob,
    private readonly prepare: PrepareJob,
    private readonly send: SendJob,
    private readonly verify: VerifyJob,
    private readonly announce: AnnounceJob,
    private readonly write: WriteStep,
    private readonly refresh: RefreshLane,
    private readonly heartbeat: LaneHeartbeat,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * `claimedAtMs`: the monotonic clock before the claim. `stopping` ends the run after the current step. Never throws: failures
   * are logged, and the lane becomes ready again later.
   */
  async execute(lane: ClaimedLane, claimedAtMs: number, stopping: AbortSignal): Promise<void> {
    try {
      const platform = this.platforms.find(lane.platform, lane.origin);
      if (platform === null) {
        await this.pausePlatform(lane);
      }
      // Also without an app: work that needs no call is still done, such as asking about an outcome that stays open too long.
      await this.run(lane, platform, claimedAtMs, stopping);
    } catch (error) {
      // The database is down, too: the lease ends by itself.
      this.logger.error('A lane could not be given back', { platform: lane.platform, accountId: lane.id, error });
    }
  }

  private async run(
    lane: ClaimedLane,
    platform: SocialPlatform | null,
    claimedAtMs: number,
    stopping: AbortSignal,
  ): Promise<void> {
    const lease = new LaneLease(this.clock, claimedAtMs, this.config.publishLeaseSeconds * 1_000);
    const run: LaneRun = {
      lane,
      lease,
      label: platform?.label ?? platformRules[lane.platform].name,
      platform,
      credentials: null,
      hasRefreshed: false,
      isReleased: false,
    };
    const beat = new AbortController();
    const heart = this.heartbeat.keep(lane, lease, beat.signal);
    try {
      await this.work(run, stopping);
      if (!run.isReleased && !lease.isLost) {
        await this.inLane(lane, (tx) => this.lanes.release(tx, lane));
      }
    } catch (error) {
      this.logger.error('A lane could not be worked on', { platform: lane.platform, accountId: lane.id, error });
      if (!lease.isLost) {
        await this.inLane(lane, (tx) => this.lanes.releaseAfterFailure(tx, lane));
      }
    } finally {
      beat.abort();
      await heart;
    }
    if (lease.isLost) {
      metrics.leasesLostTotal.add(1);
    }
  }

  private async work(run: LaneRun, stopping: AbortSignal): Promise<void> {
    const until = this.clock.monotonicMs() + LONGEST_RUN_MS;
    while (!stopping.aborted && !run.lease.isLost && this.clock.monotonicMs() < until) {
      const job = await this.load(run);
      if (job === null) {
        return;
      }
      if (job === 'refresh') {
        if (!canCall(run) || (await this.refresh.due(run)) === 'stop') {
          return;
        }
        continue;
      }
      const next = await runWithTraceparent(job.traceparent, () =>
        withSpan(
          'publish step',
          { attributes: { 'postloom.platform': job.platform, 'postloom.target': job.targetId } },
          () => this.step(run, job),
        ),
      );
      if (next === 'stop') {
        return;
      }
    }
  }

  /** Null: the run is over. */
  private async load(run: LaneRun): Promise<Job | 'refresh' | null> {
    const loaded: Loaded = await this.inLane(run.lane, (tx) => this.loading.execute(tx, run));
    switch (loaded) {
      case 'lost':
        run.lease.lose();
        return null;
      case 'released':
        run.isReleased = true;
        return null;
      case 'shred':
        await this.refresh.shred(run);
        return null;
      default:
        return loaded;
    }
  }

  private async step(run: LaneRun, job: Job): Promise<Next> {
    const step = nextStep(job, job.now, this.config.publishBoundMs);
    if (run.credentials === null && needsTokens(step)) {
      // The account was connected or disconnected between the two readings: both are repeated.
      if (job.hasTokens) {
        return 'next';
      }
      // Disconnected with the outcome still open and the token gone: verification is no longer possible.
      return this.write.execute(run, job, undecided(job, this.write.rules(run)), []);
    }
    switch (step) {
      case 'prepare':
        return canCall(run) ? this.prepare.execute(run, job) : 'stop';
      case 'send':
        return canCall(run) ? this.send.execute(run, job) : 'stop';
      case 'verify':
        return canCall(run) ? this.verify.execute(run, job) : 'stop';
      case 'announce':
        return this.announce.execute(run, job);
      case 'give_up':
        return this.write.execute(run, job, afterGiveUp(job, job.lastError), []);
      case 'ask_person':
        return this.write.execute(run, job, undecided(job, this.write.rules(run)), []);
      case 'wait':
        return 'stop';
    }
  }

  /** This installation has no app for the platform: one row blocks all its accounts, and their owners are notified. */
  private async pausePlatform(lane: ClaimedLane): Promise<void> {
    const { name } = platformRules[lane.platform];
    this.logger.warn('An account waits for a platform that is not set up', { platform: lane.platform });
    await this.inLane(lane, (tx) =>
      this.lanes.block(tx, lane, {
        scope: 'app',
        seconds: SWITCHED_OFF_SECONDS,
        code: 'switched_off',
        message: `${name} is switched off on this installation for now.`,
      }),
    );
  }

  private inLane<T>(lane: ClaimedLane, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.uow.run(Scope.business(lane.businessId), work);
  }
}

function needsTokens(step: Step): boolean {
  return step === 'prepare' || step === 'send' || step === 'verify';
}
