/**
 * The publish protocol (deploy/docs/adr/0007) as pure functions: write the intent, send once, and when in doubt verify before
 * sending again. Nothing here knows a clock, a database or a platform.
 *
 *   queued -> prepared -> (intent) verifying -> confirmed -> published
 *                                     |-> prepared (proven not public)  |-> failed  |-> needs_attention
 *
 * The intent itself moves the job to `verifying`: whoever finds it after a crash verifies, and never sends.
 */
export type OpenState = 'queued' | 'prepared' | 'verifying' | 'confirmed';
export type EndState = 'published' | 'failed' | 'needs_attention' | 'cancelled';
export type JobState = OpenState | EndState;

export const openStates: readonly OpenState[] = ['queued', 'prepared', 'verifying', 'confirmed'];

/** A job as far as its next step depends on it. */
export interface JobView {
  readonly state: OpenState;
  /** Tries that are proven not to have become public. */
  readonly failures: number;
  /** Calls that never left us by our own doing: too late after the intent, the lane lost, stopping. Not failures of the platform. */
  readonly notSent: number;
  /** When the platform started to work on what was prepared. */
  readonly processingSince: Date | null;
  readonly giveUpAt: Date;
  /** A restored database may have forgotten that this job was sent: verify first. */
  readonly mustVerify: boolean;
  /** The open attempt, if there is one. */
  readonly attempt: {
    readonly intentAt: Date;
    /** From here on "not there" is believed. */
    readonly quarantineUntil: Date;
    readonly verifications: number;
    /** The platform itself reported "posted before". */
    readonly isDuplicate: boolean;
  } | null;
  /** The account's lane is parked: no call may be made. */
  readonly parked: 'reconnect' | 'disconnected' | null;
  /** A limit or an operator forbids calls for now. */
  readonly isBlocked: boolean;
  /**
   * A person's resolution: of this job while its outcome was still being verified, or (`send_again`) of an earlier round that
   * this one follows.
   */
  readonly resolution: 'published' | 'send_again' | 'give_up' | null;
}

export type Step = 'prepare' | 'send' | 'verify' | 'announce' | 'give_up' | 'ask_person' | 'wait';

export interface Rules {
  readonly label: string;
  /** Seconds before the second, third, … attempt. */
  readonly retrySeconds: readonly number[];
  /** Processing and verifying end after so many milliseconds. */
  readonly boundMs: number;
}

/** What to write after a step. */
export interface Transition {
  readonly state: JobState;
  /** Seconds until the job is ready again; null: only when something happens (or at its end). */
  readonly readyIn: number | null;
  readonly failures: number;
  /** The outcome of the open attempt; null: it stays as it is, or there is none. */
  readonly attempt: {
    readonly outcome: 'published' | 'rejected' | 'not_sent' | 'absent' | 'undecided';
    readonly code: string;
  } | null;
  /** The attempt stays open and is marked: the platform called it a duplicate. */
  readonly markDuplicate: boolean;
  readonly forgetSteps: boolean;
  /** Start of processing: set now, keep, or clear. */
  readonly processing: 'start' | 'keep' | 'clear';
  readonly published: { readonly remoteId: string; readonly permalink: string | null } | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** Why the job waits, for the person. */
  readonly waiting: { readonly code: string; readonly message: string } | null;
  readonly park: { readonly code: string; readonly message: string } | null;
  readonly block: {
    readonly scope: 'account' | 'app';
    readonly seconds: number;
    readonly earlyTrySeconds?: number | undefined;
    readonly code: string;
    readonly message: string;
  } | null;
  /** The verification that a restored database asks for was done. */
  readonly verified: boolean;
  /** Published by a person's resolution: the platform never returned an id. */
  readonly byResolution: boolean;
}

/** What happens next with a job that is ready. */
export function nextStep(job: JobView, now: Date, boundMs: number): Step {
  if (job.state === 'confirmed') {
    return 'announce';
  }
  if (job.attempt !== null || job.state === 'verifying') {
    const since = job.attempt?.intentAt ?? job.processingSince ?? now;
    const isOverdue = now.getTime() - since.getTime() >= boundMs;
    if (job.isBlocked) {
      return isOverdue ? 'ask_person' : 'wait';
    }
    // After a disconnect the token is kept until the outcome is known, so verification is still possible.
    if (job.parked !== 'reconnect') {
      return 'verify';
    }
    return isOverdue ? 'ask_person' : 'wait';
  }
  // A person decided during a call that is proven to have had no effect: their resolution ends the job.
  if (job.resolution === 'published' || job.resolution === 'give_up') {
    return 'ask_person';
  }
  const isTooLate = now >= job.giveUpAt;
  if (job.parked !== null || job.isBlocked) {
    // Too late and perhaps already public: it cannot be verified, so it must not be reported as failed.
    if (isTooLate && job.parked !== null) {
      return job.mustVerify ? 'ask_person' : 'give_up';
    }
    return 'wait';
  }
  if (job.mustVerify) {
    return 'verify';
  }
  if (isTooLate) {
    return 'give_up';
  }
  return job.state === 'prepared' ? 'send' : 'prepare';
}
