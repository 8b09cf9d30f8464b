import type { PlatformProblem } from '../platforms/index.ts';
import type { JobView, Rules, Transition } from './protocol.ts';

/** Outcomes common to several steps of the protocol. Pure, as the protocol is. */

export const nothing: Omit<Transition, 'state' | 'readyIn' | 'failures'> = {
  attempt: null,
  markDuplicate: false,
  forgetSteps: false,
  processing: 'keep',
  published: null,
  error: null,
  waiting: null,
  park: null,
  block: null,
  verified: false,
  byResolution: false,
};

/** A known problem of a call that is proven not to have made anything public. */
export function afterProblem(job: JobView, problem: PlatformProblem, rules: Rules): Transition {
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
        readyIn: problem.earlyTrySeconds ?? problem.seconds,
        failures: job.failures,
        waiting: said,
        block: { scope: problem.scope, seconds: problem.seconds, earlyTrySeconds: problem.earlyTrySeconds, ...said },
      };
    case 'transient':
      // "Not ready yet" is processing at first, not a failure: check again what was prepared. Repeated for something that seemed ready,
      // it counts as one, or we would ask every other second for hours.
      if (problem.isProcessing === true && job.processingSince === null) {
        return { ...nothing, state: 'queued', readyIn: 2, failures: job.failures, processing: 'start' };
      }
      return retried(job, rules, said, {});
    case 'stale':
      return retried(job, rules, said, { forgetSteps: true });
    case 'refused':
    case 'restricted':
    case 'setup':
    case 'duplicate':
      return failed(job, said);
  }
}

/** Verified, as a restored database or a retry requires, with nothing found: it may be sent. */
export function mayBeSent(job: JobView): Transition {
  return {
    ...nothing,
    state: 'queued',
    readyIn: 0,
    failures: job.failures,
    forgetSteps: true,
    processing: 'clear',
    verified: true,
  };
}

export function publishedAs(job: JobView, remoteId: string, permalink: string | null): Transition {
  return {
    ...nothing,
    state: permalink === null ? 'confirmed' : 'published',
    readyIn: permalink === null ? 0 : null,
    failures: job.failures,
    attempt: job.attempt === null ? null : { outcome: 'published', code: 'published' },
    published: { remoteId, permalink },
  };
}

/** Not public, and the next attempt comes later; the last one ends the job. */
export function retried(
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

/**
 * What a step of an earlier round leads to when a newer round was adopted while it ran: that round is to be sent once the open call
 * is proven absent, so neither an end nor a resolution of the earlier one counts. Not for `published`, which is true of both.
 */
export function forNewerRound(next: Transition): Transition {
  const outcome = next.attempt?.outcome;
  const isProvenAbsent = outcome === 'absent' || outcome === 'rejected' || outcome === 'not_sent';
  const goesOn = { ...next, failures: 0, error: null, byResolution: false };
  if (!isProvenAbsent) {
    return { ...goesOn, state: 'verifying', readyIn: next.state === 'verifying' ? next.readyIn : 0, attempt: null };
  }
  const mustWait = next.park !== null || next.block !== null;
  return { ...goesOn, state: 'queued', readyIn: mustWait ? next.readyIn : 0, forgetSteps: true };
}

export function failed(job: JobView, error: { code: string; message: string }): Transition {
  return { ...nothing, state: 'failed', readyIn: null, failures: job.failures, error };
}
