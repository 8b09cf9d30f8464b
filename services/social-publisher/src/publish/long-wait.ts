import type { JobView, Transition } from './protocol.ts';

/** Seconds after which the owner is shown that a post is being published; most are public before that. */
const LONG_SECONDS = 5;

/**
 * Whether a job that the platform has begun to process, or whose outcome is not known, now begins to wait long. True once per wait: for the
 * pause that crosses the limit, or for the first pause after a call that took longer than that itself.
 */
export function beginsLongWait(job: JobView & { readonly now: Date }, next: Transition): boolean {
  const since = job.attempt?.intentAt ?? job.processingSince;
  const isUnderWay = next.state === 'verifying' || (next.state === 'queued' && next.processing === 'keep');
  if (since === null || !isUnderWay || next.readyIn === null || next.waiting !== null) {
    return false;
  }
  const elapsed = (job.now.getTime() - since.getTime()) / 1_000;
  return elapsed + next.readyIn >= LONG_SECONDS && (elapsed < LONG_SECONDS || job.attempt?.verifications === 1);
}
