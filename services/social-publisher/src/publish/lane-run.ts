import type { ClaimedLane } from '../lanes/index.ts';
import type { SocialPlatform } from '../platforms/index.ts';
import type { Job } from './job.ts';
import type { LaneLease } from './lane-lease.ts';
import type { Credentials } from './lane-tokens.ts';

/**
 * What a visit to a lane finds: a job to work on, tokens to refresh or to destroy, nothing more (the lane is released), or that
 * somebody else owns the lane.
 */
export type Loaded = Job | 'refresh' | 'shred' | 'released' | 'lost';

/** One stay at a lane, under its lease. */
export interface LaneRun {
  readonly lane: ClaimedLane;
  readonly lease: LaneLease;
  readonly platform: SocialPlatform;
  credentials: Credentials | null;
  /** A refused token is refreshed once per visit, not more. */
  hasRefreshed: boolean;
  isReleased: boolean;
  /** What the last write has read already, in its own transaction. */
  loaded: Loaded | null;
}

/** Whether the visit goes on. */
export type Next = 'next' | 'stop';

/** The job was cancelled, or the lane was lost, while something was being prepared. */
export class StepOvertaken extends Error {}

/** Thrown inside a transaction to undo it: the lane belongs to somebody else. */
export class LaneLost extends Error {}
