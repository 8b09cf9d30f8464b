import { NO_CONNECTION } from '../platforms/index.ts';
import type { Finding, PlatformProblem, Preparation, SendOutcome, Sighting } from '../platforms/index.ts';
import type { JobView, Rules, Transition } from './protocol.ts';
import { afterProblem, failed, mayBeSent, nothing, publishedAs, retried } from './transitions.ts';
import { tooLate } from './too-late.ts';

/** The longest pause between two verifications, in seconds. */
const MAX_VERIFY_PAUSE = 60;
/** The longest pause after a call that never left us, in seconds: its obstacle may last. */
const MAX_NOT_SENT_PAUSE = 30;
/** How often a public post may hide its id before a name of our own is used. */
const VERIFICATIONS_FOR_ID = 3;

/** What was prepared, or why it was not. */
export function afterPrepare(job: JobView, result: Preparation | PlatformProblem, now: Date, rules: Rules): Transition {
  switch (result.kind) {
    case 'ready':
      return { ...nothing, state: 'prepared', readyIn: 0, failures: job.failures, processing: 'clear' };
    case 'published_already':
      // This job did not send it: verify what it is, never send it.
      return { ...nothing, state: 'verifying', readyIn: 0, failures: job.failures, processing: 'start' };
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
      const pause = Math.min(MAX_VERIFY_PAUSE, Math.max(result.seconds, elapsedMs / 4_000));
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
      if (!outcome.code.startsWith(NO_CONNECTION)) {
        // The cause is on our side (too late, lease lost, stopping): not a failure of the platform.
        const state = outcome.code === 'nothing_prepared' ? 'queued' : 'prepared';
        const readyIn = Math.min(MAX_NOT_SENT_PAUSE, 0.2 * 2 ** job.notSent);
        return { ...nothing, state, readyIn, failures: job.failures, attempt, forgetSteps: state === 'queued' };
      }
      return retried(job, rules, { code: outcome.code, message: `${rules.label} could not be reached.` }, { attempt });
    }
    case 'accepted':
      return { ...nothing, state: 'verifying', readyIn: 2, failures: job.failures };
    case 'unknown':
      // Often the answer is simply late: verify soon, but believe "not there" only after the quarantine.
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

/** The result of a verification. `isClaimed`: another job owns that post; this distinguishes two posts with the same text. */
export function afterVerify(
  job: JobView,
  result: Finding | PlatformProblem,
  now: Date,
  rules: Rules,
  isClaimed: (remoteId: string) => boolean,
): Transition {
  switch (result.kind) {
    case 'seen': {
      const found = result.sightings.find((sighting: Sighting) => !isClaimed(sighting.remoteId));
      if (found) {
        return publishedAs(job, found.remoteId, found.permalink);
      }
      // A post with the same text was taken for ours, and ours for it: no platform says which is which, but both are public.
      return result.ownId === undefined ? notThere(job, now, rules) : publicWithoutId(job, result.ownId);
    }
    case 'not_public':
      return notThere(job, now, rules);
    case 'public_without_id':
      return publicWithoutId(job, result.fallbackId);
    case 'unclear':
      return verifyAgain(job, now, rules, 10);
    case 'working':
      return verifyAgain(job, now, rules, result.seconds);
    case 'rejected': {
      const next = afterProblem(job, result.problem, rules);
      const state = next.state === 'prepared' ? 'queued' : next.state;
      return { ...next, state, forgetSteps: true, attempt: { outcome: 'rejected', code: result.problem.code } };
    }
    case 'wait': {
      const { scope, seconds, code, message } = result;
      return { ...verifyAgain(job, now, rules, seconds), block: { scope, seconds, code, message } };
    }
    case 'reconnect':
      return { ...verifyAgain(job, now, rules, rules.boundMs / 1_000), park: result, waiting: result };
    case 'transient':
    case 'stale':
    case 'refused':
    case 'duplicate':
    case 'setup':
    case 'restricted':
      return verifyAgain(job, now, rules, 5);
  }
}

/** The time in which the post may be published is over, and it is proven not public. */
export function afterGiveUp(job: JobView, lastError: { code: string; message: string } | null): Transition {
  return failed(job, { code: 'too_late', message: tooLate(lastError?.message ?? null) });
}

/** Verification has led to nothing: a person decides, or has decided already. */
export function undecided(job: JobView, rules: Rules): Transition {
  const said = byResolution(job, 'undecided');
  if (said !== null) {
    return said;
  }
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

/** Certainly public: waits a little for its id, then uses a name of our own. */
function publicWithoutId(job: JobView, fallbackId: string): Transition {
  if ((job.attempt?.verifications ?? VERIFICATIONS_FOR_ID) >= VERIFICATIONS_FOR_ID) {
    return publishedAs(job, fallbackId, null);
  }
  return { ...nothing, state: 'verifying', readyIn: 5, failures: job.failures };
}

function notThere(job: JobView, now: Date, rules: Rules): Transition {
  const { attempt } = job;
  if (attempt === null) {
    return byResolution(job, 'absent') ?? mayBeSent(job);
  }
  const left = (attempt.quarantineUntil.getTime() - now.getTime()) / 1_000;
  if (left > 0) {
    // Verify now and then in between: a late publication is found soon, "not there" counts only at the end.
    const pause = Math.min(left, Math.max(2, 2 ** attempt.verifications));
    return { ...nothing, state: 'verifying', readyIn: Math.max(0.05, pause), failures: job.failures };
  }
  const settled = { outcome: 'absent', code: 'not_found' } as const;
  const said = byResolution(job, 'absent');
  if (said !== null) {
    return said;
  }
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
    verified: true,
  };
}

function verifyAgain(job: JobView, now: Date, rules: Rules, seconds: number): Transition {
  // A person who has checked the account and chooses "send again" knows more than a platform that cannot be read.
  if (job.attempt === null && job.resolution === 'send_again') {
    return mayBeSent(job);
  }
  const since = job.attempt?.intentAt ?? job.processingSince ?? now;
  const left = (since.getTime() + rules.boundMs - now.getTime()) / 1_000;
  if (left <= 0) {
    return undecided(job, rules);
  }
  const processing = job.attempt === null && job.processingSince === null ? 'start' : 'keep';
  return { ...nothing, state: 'verifying', readyIn: Math.min(seconds, left), failures: job.failures, processing };
}

/** The end that a person chose while we were still verifying; what we find ourselves takes precedence. */
function byResolution(job: JobView, attempt: 'absent' | 'undecided'): Transition | null {
  const settled = job.attempt === null ? null : { outcome: attempt, code: 'by_resolution' };
  switch (job.resolution) {
    case 'published':
      return {
        ...nothing,
        state: 'published',
        readyIn: null,
        failures: job.failures,
        attempt: settled,
        byResolution: true,
      };
    case 'give_up':
      return { ...failed(job, givenUp), attempt: settled };
    case 'send_again':
    case null:
      return null;
  }
}

/** The sentence on a post that its person no longer wants to send. */
export const givenUp = { code: 'given_up', message: 'You decided not to send this post again.' };
/** The sentence on the earlier round of a post that its person has sent again. */
export const sentAgain = { code: 'sent_again', message: 'You looked: it was not there. It is being sent again.' };
