import type { PostStatus, TargetStatus } from '@postloom/contracts';

/**
 * What a target can be in. `dispatched` is handed to the publisher and not yet taken up; `cancelled` belongs to a business
 * that is gone. The other states are those of the contract.
 */
export const targetStates = [
  'draft',
  'scheduled',
  'dispatched',
  'publishing',
  'published',
  'failed',
  'needs_attention',
  'cancelled',
] as const;
export type TargetState = (typeof targetStates)[number];

/**
 * A post's own status from its targets (decisions section 3): published when every target is; failed when all have ended and
 * one failed. `needs_attention` has not ended: a person still decides, so the post stays scheduled. A target that was
 * cancelled says nothing about the others.
 */
export function postStatus(states: readonly TargetState[]): PostStatus {
  const counted = states.filter((state) => state !== 'cancelled');
  if (counted.length === 0 || counted.includes('draft')) {
    return 'draft';
  }
  if (counted.every((state) => state === 'published')) {
    return 'published';
  }
  if (counted.every((state) => state === 'published' || state === 'failed')) {
    return 'failed';
  }
  return 'scheduled';
}

export function hasEnded(status: PostStatus): status is 'published' | 'failed' {
  return status === 'published' || status === 'failed';
}

/** What the API shows of a target's state. */
export function shownStatus(state: TargetState): TargetStatus {
  switch (state) {
    case 'draft':
    case 'scheduled':
    case 'dispatched':
    case 'cancelled':
      return 'pending';
    case 'publishing':
    case 'published':
    case 'failed':
    case 'needs_attention':
      return state;
  }
}

/**
 * Whether a person may still change a post: 'open'; 'in_flight' while the publisher has a target in hand; 'unclear' while an
 * outcome waits for a decision; 'out' when something of it is already public.
 */
export function changeability(states: readonly TargetState[]): 'open' | 'in_flight' | 'unclear' | 'out' {
  if (states.some((state) => state === 'dispatched' || state === 'publishing')) {
    return 'in_flight';
  }
  if (states.includes('needs_attention')) {
    return 'unclear';
  }
  if (states.includes('published')) {
    return 'out';
  }
  return 'open';
}
