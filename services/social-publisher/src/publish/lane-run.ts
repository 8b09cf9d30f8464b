import type { ClaimedLane } from '../lanes/index.ts';
import type { SocialPlatform } from '../platforms/index.ts';
import type { Job } from './job.ts';
import type { LaneLease } from './lane-lease.ts';
import type { Credentials } from './lane-tokens.ts';

/**
 * What a run does next: work on a job, refresh or destroy the tokens, end because nothing is ready (the lane is released), or stop
 * because another worker owns the lane.
 */
export type Loaded = Job | 'refresh' | 'shred' | 'released' | 'lost';

/** One worker's session on a lane, under its lease. */
export interface LaneRun {
  readonly lane: ClaimedLane;
  readonly lease: LaneLease;
  readonly platform: SocialPlatform;
  credentials: Credentials | null;
  /** A refused token is refreshed once per run, not more. */
  hasRefreshed: boolean;
  isReleased: boolean;
}

/** Whether the run goes on. */
export type Next = 'next' | 'stop';

/** The job was cancelled, or the lane was lost, while something was being prepared. */
export class StepOvertaken extends Error {}

/** Thrown inside a transaction to undo it: the lane belongs to somebody else. */
export class LaneLost extends Error {}
