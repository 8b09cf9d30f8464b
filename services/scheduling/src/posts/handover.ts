import type { DataOf, Platform, schedulingEvents } from '@postloom/contracts';
import type { EmitFacts } from '@postloom/persistence';
import { captionFor, photosFor } from './post.ts';
import type { PostRecord } from './post.ts';

/** One round of a target, ready for the publisher. */
export interface Handover extends Pick<
  PostRecord,
  'caption' | 'captionByPlatform' | 'photoIds' | 'photoIdsByPlatform' | 'source'
> {
  readonly id: string;
  readonly businessId: string;
  readonly postId: string;
  readonly platform: Platform;
  readonly accountId: string;
  readonly round: number;
  readonly dueAt: Date;
  /** The latest time at which the business still wants it published. */
  readonly giveUpAt: Date;
  /** The request that last changed the post; publishing continues its trace. */
  readonly traceparent: string | null;
}

/** The payload of `scheduling.target.due`. */
export function dueFacts(target: Handover): EmitFacts<DataOf<typeof schedulingEvents.targetDue>> {
  return {
    businessId: target.businessId,
    entityId: target.id,
    // (target, round) identifies one job, and a target becomes due once per round.
    version: target.round,
    traceparent: target.traceparent,
    data: {
      targetId: target.id,
      round: target.round,
      postId: target.postId,
      platform: target.platform,
      accountId: target.accountId,
      caption: captionFor(target, target.platform),
      photoIds: [...photosFor(target, target.platform)],
      dueAt: target.dueAt.toISOString(),
      giveUpAt: target.giveUpAt.toISOString(),
      source: target.source,
    },
  };
}
