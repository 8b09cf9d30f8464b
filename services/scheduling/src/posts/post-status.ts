import type { PostStatus, TargetStatus } from '@postloom/contracts';

/**
 * A target's states. `dispatched` is handed to the publisher and not yet started; `cancelled` belongs to a deleted business. The others are
 * those of the contract.
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
 * A post's own status from its targets: published when every target is; failed when all have ended and one failed. `needs_attention` has
 * not ended: a person still decides, so the post stays scheduled. Cancelled targets are ignored.
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

/** A target's state as the API shows it. */
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
 * Whether a person may still change a post: 'open'; 'in_flight' while the publisher has a target; 'unclear' while an outcome waits for a
 * decision; 'out' when some of it is already public.
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
