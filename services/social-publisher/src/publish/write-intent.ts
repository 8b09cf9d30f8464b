import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Random } from '@postloom/chassis';
import { Scope, Uow } from '@postloom/persistence';
import type { PublisherConfig } from '../config.ts';
import { LanesRepository } from '../lanes/index.ts';
import type { ClaimedLane } from '../lanes/index.ts';
import type { PlatformTiming } from '../platforms/index.ts';
import type { Job } from './job.ts';
import { JobsRepository } from './jobs.repository.ts';
import { leaseSecondsOverCall, SEND_WINDOW_MS } from './lane-lease.ts';
import type { LaneLease } from './lane-lease.ts';
import { TargetEvents } from './target-events.ts';

/**
 * The intent to call the platform, in a transaction of its own before the call. The same transaction extends the lease over the whole call,
 * so that no other worker can own the lane while it lasts.
 */
@Injectable()
export class WriteIntent {
  constructor(
    @Inject(CONFIG) private readonly config: PublisherConfig,
    private readonly uow: Uow,
    private readonly lanes: LanesRepository,
    private readonly jobs: JobsRepository,
    private readonly events: TargetEvents,
    private readonly random: Random,
  ) {}

  /**
   * The job with its open attempt; or `lost` (another worker owns the lane), `blocked` (a limit or an operator forbids the call now),
   * `overtaken` (the job was cancelled). `startedMs`: the monotonic clock before this call; the time to send counts from it.
   */
  async execute(
    lane: ClaimedLane,
    lease: LaneLease,
    job: Job,
    timing: PlatformTiming,
    startedMs: number,
  ): Promise<Job | 'lost' | 'blocked' | 'overtaken'> {
    const id = this.random.uuidv7();
    const callSeconds = leaseSecondsOverCall(timing.callTimeoutMs, this.config.publishLeaseSeconds);
    const quarantineMs = SEND_WINDOW_MS + timing.callTimeoutMs + timing.quarantineMs;
    // The call begins up to the send window after its intent, and the platform counts when it arrives.
    const pace = timing.pace && { ...timing.pace, seconds: timing.pace.seconds + SEND_WINDOW_MS / 1_000 };
    const intent = await this.uow
      .run(Scope.business(lane.businessId), async (tx) => {
        // One round trip; whatever forbids the call undoes all of it.
        const [isOurs, isFree, written] = await Promise.all([
          this.lanes.stretch(tx, lane, callSeconds),
          this.lanes.mayCall(tx, lane),
          this.jobs.writeIntent(tx, job, { id, epoch: lane.epoch, quarantineMs }),
          pace === null ? null : this.lanes.countSend(tx, lane, pace),
        ]);
        if (!isOurs) {
          throw new IntentRefused('lost');
        }
        if (!isFree) {
          throw new IntentRefused('blocked');
        }
        if (written === null) {
          throw new IntentRefused('overtaken');
        }
        // The person was shown why it waits. Most posts are public within a second or two, and their outcome is enough.
        if (job.waitCode !== null) {
          await this.events.publishing(tx, lane.businessId, written);
        }
        return written;
      })
      .catch((error: unknown) => {
        if (error instanceof IntentRefused) {
          return error.why;
        }
        throw error;
      });
    if (intent === 'lost') {
      lease.lose();
    }
    if (typeof intent === 'string') {
      return intent;
    }
    lease.extended(startedMs, callSeconds * 1_000);
    const { attempts, intentAt, quarantineUntil } = intent;
    return {
      ...job,
      state: 'verifying',
      attempts,
      attempt: { id, intentAt, quarantineUntil, verifications: 0, isDuplicate: false },
    };
  }
}

/** Thrown inside the transaction to undo it. */
class IntentRefused extends Error {
  constructor(readonly why: 'lost' | 'blocked' | 'overtaken') {
    super(why);
  }
}
