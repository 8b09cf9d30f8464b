import { AppError } from '@postloom/contracts';
import type { ParsedInputOf, schedulingRpc } from '@postloom/contracts';
import type { KnownFacts } from '../facts/index.ts';
import { freshTarget } from './change-rules.ts';
import { photosOf } from './chosen-photos.ts';
import { contentOf } from './post-content.ts';
import {
  accountOn,
  refuseLongCaption,
  refuseNoPhoto,
  refusePast,
  refuseUnconnected,
  schedulable,
  wantedStatus,
} from './post-rules.ts';
import type { PostRecord } from './post.ts';

export type NewPost = ParsedInputOf<typeof schedulingRpc.postCreate>;

/** The post's owner, and who pays for it. */
export interface PostOwner {
  readonly businessId: string;
  readonly userId: string | null;
  readonly payerId: string;
}

/**
 * A new post, by the rules of creation. @throws AppError validation_failed (with the contract's sentence), invalid_date, not_found (another
 * tenant's photo or business)
 */
export function newPost(
  input: NewPost,
  owner: PostOwner,
  facts: KnownFacts,
  newId: () => string,
  source: PostRecord['source'] = 'manual',
): PostRecord {
  const { now, business } = facts;
  const accounts = schedulable(facts);
  if (business === null || business.isDeleted) {
    throw new AppError('not_found');
  }
  const dueAt = input.scheduledFor === null ? null : new Date(input.scheduledFor);
  const status = wantedStatus(input.status, dueAt);
  const photoIds = photosOf(input);
  const content = contentOf(input);
  refuseLongCaption(content, input.platforms);
  if (status === 'scheduled') {
    refuseNoPhoto(photoIds);
  }
  if (photoIds.some((id) => !facts.photoIds.includes(id))) {
    throw new AppError('not_found');
  }
  refuseUnconnected(input.platforms, accounts);
  if (dueAt !== null) {
    refusePast(dueAt, now);
  }
  const targets = input.platforms.map((platform) => ({
    ...freshTarget(newId(), platform, accountOn(platform, accounts)),
    state: status,
    dueAt,
  }));
  return {
    ...{ id: newId(), businessId: owner.businessId, payerId: owner.payerId, authorId: owner.userId },
    ...content,
    ...{ photoIds, status, source, dueAt, timeZone: dueAt === null ? null : business.timeZone },
    ...{ chargedAt: now, settledAt: null, version: 1, createdAt: now, updatedAt: now, targets },
  };
}
