import type { Platform } from '@postloom/contracts';
import type { StoredError } from '../posts/index.ts';

/** A target whose time has come, with everything its handover needs. */
export interface DueTarget {
  readonly id: string;
  readonly businessId: string;
  readonly postId: string;
  readonly platform: Platform;
  readonly accountId: string;
  readonly round: number;
  readonly dueAt: Date;
  /** How long the publisher may try: the limit of the business, also for a recurring slot, whose shorter one counts until the handover. */
  readonly giveUpAt: Date;
  /** Seconds since it was due, by the database's clock. */
  readonly lagSeconds: number;
  /** How late this business still wants its posts to go out. */
  readonly lateLimitMinutes: number;
  readonly isBusinessDeleted: boolean;
  readonly caption: string;
  readonly captionByPlatform: Partial<Record<Platform, string>> | null;
  readonly photoIds: readonly string[];
  /** The request that last shaped the post; publishing it is the rest of that story. */
  readonly traceparent: string | null;
}

export type DispatchDecision =
  | { readonly kind: 'hand_over' }
  | { readonly kind: 'too_late'; readonly error: StoredError }
  | { readonly kind: 'cancel' };

/**
 * What happens to a due target: nothing is posted for a business that is gone; a one-off post goes out as soon as possible
 * while it is at most as late as its business allows, and fails with the reason after that.
 */
export function dispatchDecision(
  target: Pick<DueTarget, 'lagSeconds' | 'lateLimitMinutes' | 'isBusinessDeleted'>,
): DispatchDecision {
  if (target.isBusinessDeleted) {
    return { kind: 'cancel' };
  }
  if (target.lagSeconds <= target.lateLimitMinutes * 60) {
    return { kind: 'hand_over' };
  }
  const message = `This post could not be sent in time: it was more than ${duration(target.lateLimitMinutes)} late. Send it now or choose another time.`;
  return { kind: 'too_late', error: { code: 'too_late', message } };
}

function duration(minutes: number): string {
  if (minutes < 60 || minutes % 60 !== 0) {
    return `${minutes} minutes`;
  }
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`;
}
