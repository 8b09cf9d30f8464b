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
  /** The platform's name as people know it. */
  readonly label: string;
  /** Null: this installation has no app for it, so its lanes are blocked and no call is made. */
  readonly platform: SocialPlatform | null;
  credentials: Credentials | null;
  /** A refused token is refreshed at most once per run. */
  hasRefreshed: boolean;
  isReleased: boolean;
}

/** A run in which calls can be made. */
export type CallingRun = LaneRun & { readonly platform: SocialPlatform };

export function canCall(run: LaneRun): run is CallingRun {
  return run.platform !== null;
}

/** Whether the run continues. */
export type Next = 'next' | 'stop';

/** The job was cancelled, or the lane was lost, while something was being prepared. */
export class StepOvertaken extends Error {}

/** Thrown inside a transaction to undo it: the lane belongs to somebody else. */
export class LaneLost extends Error {}
