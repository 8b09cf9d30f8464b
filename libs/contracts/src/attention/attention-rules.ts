import type { PostTarget } from '../scheduling/scheduling.ts';
import { UNCLEAR_OUTCOME } from '../publisher/messages.ts';

/** Days after its failure, whenever it was due, after which a post is no longer brought up. */
const FAILED_DAYS = 14;
const DAY_MS = 86_400_000;

/** Since when a post must have failed to be brought up, an instant: the beginning of a day in UTC. */
export function failedSince(now: number): string {
  return new Date((Math.floor(now / DAY_MS) - FAILED_DAYS) * DAY_MS).toISOString();
}

/**
 * What a target needs of the person: to say what became of it, or to reconnect its account, after which it goes out by itself;
 * or to fix what was refused.
 */
export function needOf({ status, error }: Pick<PostTarget, 'status' | 'error'>): 'answer' | 'reconnect' | 'fix' | null {
  if (status === 'failed') {
    return 'fix';
  }
  if (status !== 'needs_attention') {
    return null;
  }
  return error === null || error.code === UNCLEAR_OUTCOME ? 'answer' : 'reconnect';
}
