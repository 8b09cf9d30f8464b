import { AppError } from '@postloom/contracts';
import type { KnownFacts } from '../facts/index.ts';
import { freshTarget } from './change-rules.ts';
import type { PostOwner } from './new-post.ts';
import { contentOf } from './post-content.ts';
import { accountOn, schedulable } from './post-rules.ts';
import { ownPhotosLeft } from './post.ts';
import type { PostRecord } from './post.ts';

/**
 * A draft with the content, the remaining photos and the platforms of another post. It has no date, and a platform that is not connected at
 * the moment is kept, as in every draft. @throws AppError not_found (the business is gone)
 */
export function copiedPost(original: PostRecord, owner: PostOwner, facts: KnownFacts, newId: () => string): PostRecord {
  const { now, business } = facts;
  const accounts = schedulable(facts);
  const isLeft = (photoId: string) => facts.photoIds.includes(photoId);
  if (business?.isDeleted) {
    throw new AppError('not_found');
  }
  return {
    ...{ id: newId(), businessId: owner.businessId, payerId: owner.payerId, authorId: owner.userId },
    ...contentOf(original),
    photoIds: original.photoIds.filter(isLeft),
    photoIdsByPlatform: ownPhotosLeft(original, isLeft),
    ...{ status: 'draft', source: 'manual', dueAt: null, timeZone: null },
    ...{ chargedAt: now, settledAt: null, version: 1, createdAt: now, updatedAt: now },
    targets: original.targets.map(({ platform }) => freshTarget(newId(), platform, accountOn(platform, accounts))),
  };
}
