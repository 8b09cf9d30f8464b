import type { Finding, PlatformProblem, Preparation, SendOutcome, Sighting } from '../platforms/index.ts';

/**
 * The publish protocol (ARCHITECTURE 5.2) as pure functions: write the intent, send once, and after any doubt look before
 * sending again. Nothing here knows a clock, a database or a platform.
 *
 *   queued -> prepared -> (intent) verifying -> confirmed -> published
 *                                     |-> prepared (proven not public)  |-> failed  |-> needs_attention
 *
 * The intent itself moves the job to `verifying`: whoever finds it after a crash looks, and never sends.
 */
export type OpenState = 'queued' | 'prepared' | 'verifying' | 'confirmed';
export type EndState = 'published' | 'failed' | 'needs_attention' | 'cancelled';
export type JobState = OpenState | EndState;

export const openStates: readonly OpenState[] = ['queued', 'prepared', 'verifying', 'confirmed'];

/** A job as its next step depends on it. */
export interface JobView {
  readonly state: OpenState;
  /** Tries that are proven not to have become public. */
  readonly failures: number;
  /** When the platform started to work on what was prepared. */
  readonly processingSince: Date | null;
  readonly giveUpAt: Date;
  /** A restored database may have forgotten that this job was sent: look first. */
  readonly mustLook: boolean;
  /** The open attempt, if there is one. */
  readonly attempt: {
    readonly intentAt: Date;
    /** From here on "not there" is believed. */
    readonly quarantineUntil: Date;
    readonly looks: number;
    /** The platform itself said "posted before". */
    readonly isDuplicate: boolean;
  } | null;
  /** The account's lane is parked: no call may be made. */
  readonly parked: 'reconnect' | 'disconnected' | null;
}

export type Step = 'prepare' | 'send' | 'verify' | 'announce' | 'give_up' | 'ask_person' | 'wait';

export interface Rules {
  readonly label: string;
  /** Seconds before the second, third, … attempt. */
  readonly retrySeconds: readonly number[];
  /** Processing and looking end after so many milliseconds. */
  readonly boundMs: number;
}

/** What to write after a step. */
export interface Transition {
  readonly state: JobState;
  /** Seconds until the job is looked at again; null: only when something happens (or at its end). */
  readonly readyIn: number | null;
  readonly failures: number;
  /** What becomes of the open attempt; null: it stays as it is, or there is none. */
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
  readonly block: { readonly scope: 'account' | 'app'; readonly seconds: number } | null;
  /** The look that a restored database asks for was done. */
  readonly looked: boolean;
}

const nothing: Omit<Transition, 'state' | 'readyIn' | 'failures'> = {
  attempt: null,
  markDuplicate: false,
  forgetSteps: false,
  processing: 'keep',
  published: null,
  error: null,
  waiting: null,
  park: null,
  block: null,
  looked: false,
};

/** The longest pause between two looks, in seconds. */
const MAX_LOOK_PAUSE = 60;
/** How often a post that is public may hide its id before a name of our own is taken. */
const LOOKS_FOR_ID = 3;

/** What happens next with a job that is ready. */
export function nextStep(job: JobView, now: Date, boundMs: number): Step {
  if (job.state === 'confirmed') return 'announce';
  if (job.attempt !== null || job.state === 'verifying') {
    // After a disconnect the token is kept until the outcome is known, so looking is still possible.
    if (job.parked !== 'reconnect') return 'verify';
    const since = job.attempt?.intentAt ?? job.giveUpAt;
    return now.getTime() - since.getTime() >= boundMs ? 'ask_person' : 'wait';
  }
  if (now >= job.giveUpAt) return 'give_up';
  if (job.parked !== null) return 'wait';
  if (job.mustLook) return 'verify';
  return job.state === 'prepared' ? 'send' : 'prepare';
}

/** What was prepared, or why not. */
export function afterPrepare(job: JobView, result: Preparation | PlatformProblem, now: Date, rules: Rules): Transition {
  switch (result.kind) {
    case 'ready':
      return { ...nothing, state: 'prepared', readyIn: 0, failures: job.failures, processing: 'clear' };
    case 'published_already':
      // Nobody has sent it through this job: find out what it is, never send it.
      return { ...nothing, state: 'verifying', readyIn: 0, failures: job.failures, processing: 'clear' };
    case 'processing': {
      const since = job.processingSince ?? now;
      const elapsedMs = now.getTime() - since.getTime();
      if (elapsedMs >= rules.boundMs) {
        const minutes = Math.round(rules.boundMs / 60_000);
        return failed(job, {
          code: 'processing_never_ended',
          message: `${rules.label} did not finish processing the picture within ${minutes} minutes. Retry, or use another picture.`,
        });
      }
      const pause = Math.min(MAX_LOOK_PAUSE, Math.max(result.seconds, elapsedMs / 4_000));
      return {
        ...nothing,
        state: 'queued',
        readyIn: pause,
        failures: job.failures,
        processing: job.processingSince ? 'keep' : 'start',
      };
    }
    default:
      return afterProblem(job, result, rules);
  }
}

/** The one call was made, or was not. */
export function afterSend(job: JobView, outcome: SendOutcome, rules: Rules): Transition {
  switch (outcome.kind) {
    case 'published':
      return publishedAs(job, outcome.remoteId, outcome.permalink);
    case 'not_sent': {
      const attempt = { outcome: 'not_sent', code: outcome.code } as const;
      if (!outcome.code.startsWith('no_connection')) {
        // Our own doing (too late, lease lost, stopping): no failure of the platform.
        const state = outcome.code === 'nothing_prepared' ? 'queued' : 'prepared';
        return { ...nothing, state, readyIn: 0.2, failures: job.failures, attempt, forgetSteps: state === 'queued' };
      }
      return retried(job, rules, { code: outcome.code, message: `${rules.label} could not be reached.` }, { attempt });
    }
    case 'accepted':
      return { ...nothing, state: 'verifying', readyIn: 2, failures: job.failures };
    case 'unknown':
      // Often the answer is simply late: a first look soon, and "not there" is believed only after the quarantine.
      return { ...nothing, state: 'verifying', readyIn: 1, failures: job.failures };
    case 'rejected': {
      const { problem } = outcome;
      if (problem.kind === 'duplicate') {
        return { ...nothing, state: 'verifying', readyIn: 0, failures: job.failures, markDuplicate: true };
      }
      return { ...afterProblem(job, problem, rules), attempt: { outcome: 'rejected', code: problem.code } };
    }
  }
}

/**
 * What a look has shown. `isHeld` says whether another job owns a post: two posts with one text are told apart by it.
 */
export function afterVerify(
  job: JobView,
  result: Finding | PlatformProblem,
  now: Date,
  rules: Rules,
  isHeld: (remoteId: string) => boolean,
): Transition {
  switch (result.kind) {
    case 'seen': {
      const found = result.sightings.find((sighting: Sighting) => !isHeld(sighting.remoteId));
      return found ? publishedAs(job, found.remoteId, found.permalink) : notThere(job, now, rules);
    }
    case 'not_public':
      return notThere(job, now, rules);
    case 'public_without_id':
      if ((job.attempt?.looks ?? LOOKS_FOR_ID) >= LOOKS_FOR_ID) return publishedAs(job, result.fallbackId, null);
      return { ...nothing, state: 'verifying', readyIn: 5, failures: job.failures };
    case 'unclear':
      return lookAgain(job, now, rules, 10);
    case 'working':
      return lookAgain(job, now, rules, result.seconds);
    case 'rejected': {
      const next = afterProblem(job, result.problem, rules);
      const state = next.state === 'prepared' ? 'queued' : next.state;
      return { ...next, state, forgetSteps: true, attempt: { outcome: 'rejected', code: result.problem.code } };
    }
    case 'wait':
      return { ...lookAgain(job, now, rules, result.seconds), block: { scope: result.scope, seconds: result.seconds } };
    case 'reconnect':
      return { ...lookAgain(job, now, rules, rules.boundMs / 1_000), park: result, waiting: result };
    case 'transient':
    case 'stale':
    case 'refused':
    case 'duplicate':
    case 'setup':
    case 'restricted':
      return lookAgain(job, now, rules, 5);
  }
}

/** The time in which the post may go out is over, and it is proven not public. */
export function afterGiveUp(job: JobView, lastError: { code: string; message: string } | null): Transition {
  const reason = lastError === null ? '' : ` ${lastError.message}`;
  return failed(job, { code: 'too_late', message: `The post could not go out in time.${reason}` });
}

/** Looking has led to nothing: a person decides. */
export function undecided(job: JobView, rules: Rules): Transition {
  return {
    ...nothing,
    state: 'needs_attention',
    readyIn: null,
    failures: job.failures,
    attempt: job.attempt === null ? null : { outcome: 'undecided', code: 'cannot_tell' },
    error: {
      code: 'cannot_tell',
      message: `${rules.label} did not tell us whether this post went out. Look at the account on ${rules.label} before posting it again.`,
    },
  };
}

function afterProblem(job: JobView, problem: PlatformProblem, rules: Rules): Transition {
  const said = { code: problem.code, message: problem.message };
  switch (problem.kind) {
    case 'reconnect':
      return {
        ...nothing,
        state: job.state === 'verifying' ? 'prepared' : job.state,
        readyIn: null,
        failures: job.failures,
        park: said,
        waiting: said,
      };
    case 'wait':
      return {
        ...nothing,
        state: job.state === 'verifying' ? 'prepared' : job.state,
        readyIn: problem.seconds,
        failures: job.failures,
        waiting: said,
        block: { scope: problem.scope, seconds: problem.seconds },
      };
    case 'transient':
      // "Not ready yet" is processing, not a failure: look at what was prepared again.
      if (problem.code.endsWith('2207027')) {
        return {
          ...nothing,
          state: 'queued',
          readyIn: 2,
          failures: job.failures,
          processing: job.processingSince ? 'keep' : 'start',
        };
      }
      return retried(job, rules, said, {});
    case 'stale':
      return { ...retried(job, rules, said, { forgetSteps: true }) };
    case 'refused':
    case 'restricted':
    case 'setup':
    case 'duplicate':
      return failed(job, said);
  }
}

function publishedAs(job: JobView, remoteId: string, permalink: string | null): Transition {
  return {
    ...nothing,
    state: permalink === null ? 'confirmed' : 'published',
    readyIn: permalink === null ? 0 : null,
    failures: job.failures,
    attempt: job.attempt === null ? null : { outcome: 'published', code: 'published' },
    published: { remoteId, permalink },
  };
}

function notThere(job: JobView, now: Date, rules: Rules): Transition {
  const { attempt } = job;
  if (attempt === null)
    return { ...nothing, state: 'queued', readyIn: 0, failures: job.failures, forgetSteps: true, looked: true };
  const left = (attempt.quarantineUntil.getTime() - now.getTime()) / 1_000;
  if (left > 0) {
    // Look now and then in between: a late publication is found soon, "not there" counts only at the end.
    const pause = Math.min(left, Math.max(2, 2 ** attempt.looks));
    return { ...nothing, state: 'verifying', readyIn: Math.max(0.05, pause), failures: job.failures };
  }
  const settled = { outcome: 'absent', code: 'not_found' } as const;
  if (attempt.isDuplicate) {
    return {
      ...failed(job, {
        code: 'duplicate',
        message: `${rules.label} refused the post because the same text was posted before. Change the text, then retry.`,
      }),
      attempt: settled,
    };
  }
  return {
    ...retried(
      job,
      rules,
      { code: 'not_taken', message: `${rules.label} did not take the post.` },
      { attempt: settled },
    ),
    looked: true,
  };
}

function lookAgain(job: JobView, now: Date, rules: Rules, seconds: number): Transition {
  const since = job.attempt?.intentAt ?? job.giveUpAt;
  const left = (since.getTime() + rules.boundMs - now.getTime()) / 1_000;
  if (left <= 0) return undecided(job, rules);
  return { ...nothing, state: 'verifying', readyIn: Math.min(seconds, left), failures: job.failures };
}

function retried(
  job: JobView,
  rules: Rules,
  error: { code: string; message: string },
  more: { attempt?: Transition['attempt']; forgetSteps?: boolean },
): Transition {
  const failures = job.failures + 1;
  const seconds = rules.retrySeconds[failures - 1];
  if (seconds === undefined) {
    return {
      ...failed(job, {
        code: error.code,
        message: `${error.message} We tried ${failures} times. Retry when you like.`,
      }),
      failures,
      ...more,
    };
  }
  const state = job.state === 'queued' || more.forgetSteps === true ? 'queued' : 'prepared';
  return { ...nothing, state, readyIn: seconds, failures, waiting: error, ...more };
}

function failed(job: JobView, error: { code: string; message: string }): Transition {
  return { ...nothing, state: 'failed', readyIn: null, failures: job.failures, error };
}
