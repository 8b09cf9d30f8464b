import type { Platform } from '@postloom/contracts';
import type { VerifyContext, SavedSteps } from '../platforms/index.ts';
import type { JobView } from './protocol.ts';

/** One round of one target in progress, with what its next step needs. */
export interface Job extends JobView {
  readonly id: string;
  readonly businessId: string;
  readonly accountId: string;
  readonly platform: Platform;
  readonly targetId: string;
  readonly round: number;
  readonly caption: string;
  readonly photoIds: readonly string[];
  readonly dueAt: Date;
  readonly steps: SavedSteps;
  readonly attempts: number;
  readonly waitCode: string | null;
  readonly lastError: { readonly code: string; readonly message: string } | null;
  readonly remoteId: string | null;
  readonly traceparent: string | null;
  /** The earliest time at which our text may be on the platform: the first intent of this target, in whatever round. */
  readonly possibleSince: Date;
  readonly attempt: (NonNullable<JobView['attempt']> & { readonly id: string }) | null;
  /** Whether there were tokens at the moment the job was read; those of the run come from a reading of their own. */
  readonly hasTokens: boolean;
  readonly accountRemoteId: string;
  readonly username: string;
  /** The database's clock when the job was read. */
  readonly now: Date;
  /** This process's monotonic clock just before that, in milliseconds. */
  readonly readAtMs: number;
}

/** Platforms' clocks and ours differ; a post of our text from up to a minute before the intent is still ours. */
const CLOCK_TOLERANCE_MS = 60_000;

export function verifySince(job: Job): Date {
  return new Date(job.possibleSince.getTime() - CLOCK_TOLERANCE_MS);
}

/** What a verification of this job is given. */
export function verifyContextOf(job: Job): Pick<VerifyContext, 'now' | 'intentAt' | 'hasEarlierTry' | 'isSettled'> {
  const { attempt } = job;
  return {
    now: job.now,
    intentAt: attempt?.intentAt ?? null,
    hasEarlierTry: attempt === null || job.possibleSince < attempt.intentAt,
    isSettled: attempt === null || job.now >= attempt.quarantineUntil,
  };
}

/** Events of a target are ordered by round first, then by what happened in it. */
export function eventVersion(round: number, version: number): number {
  return round * 100_000 + version;
}
