import type { Platform, Post } from '@postloom/contracts';
import type { StoredError } from '../posts/index.ts';

/** A due target, with everything that its handover needs. */
export interface DueTarget {
  readonly id: string;
  readonly businessId: string;
  readonly postId: string;
  readonly platform: Platform;
  readonly accountId: string;
  readonly round: number;
  readonly dueAt: Date;
  /** How long the publisher may try: the limit of the business, for recurring slots too, whose shorter limit applies until the handover. */
  readonly giveUpAt: Date;
  /** Seconds since it was due, by the database's clock. */
  readonly lagSeconds: number;
  /** How late this business still wants its posts published. */
  readonly lateLimitMinutes: number;
  readonly isBusinessDeleted: boolean;
  readonly caption: string;
  readonly captionByPlatform: Partial<Record<Platform, string>> | null;
  readonly photoIds: readonly string[];
  readonly photoIdsByPlatform: Partial<Record<Platform, readonly string[]>> | null;
  /** The request that last changed the post; publishing continues its trace. */
  readonly traceparent: string | null;
  /** How the post was made. */
  readonly source: Post['source'];
}

export type DispatchDecision =
  | { readonly kind: 'hand_over' }
  | { readonly kind: 'too_late'; readonly error: StoredError }
  | { readonly kind: 'cancel' };

/**
 * What to do with a due target: nothing is posted for a deleted business; a one-off post is sent as soon as possible while it is no later
 * than its business allows, and fails with the reason after that.
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
