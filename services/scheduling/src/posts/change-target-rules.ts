import { AppError } from '@postloom/contracts';
import type { ParsedInputOf, Platform, schedulingRpc } from '@postloom/contracts';
import type { KnownFacts } from '../facts/index.ts';
import { partOut, partUnclear } from './change-rules.ts';
import { history } from './history.ts';
import { refuseLongCaption } from './post-rules.ts';
import { photosFor } from './post.ts';
import type { PostRecord, Target } from './post.ts';

type Changes = ParsedInputOf<typeof schedulingRpc.targetUpdate>['changes'];

/**
 * A post after a change of what one platform gets. The shared caption and photos stay: other platforms may be showing them already.
 * @throws AppError not_found (no such platform or photo), publishing (in flight, in doubt or public there), version_conflict,
 * validation_failed
 */
export function postWithOwnContent(
  post: PostRecord,
  platform: Platform,
  changes: Changes,
  facts: KnownFacts,
): PostRecord {
  const target = post.targets.find((one) => one.platform === platform);
  if (target === undefined || facts.business === null || facts.business.isDeleted) {
    throw new AppError('not_found');
  }
  refuseUnchangeableTarget(target);
  if (changes.version !== post.version) {
    throw new AppError('version_conflict');
  }
  const changed: PostRecord = {
    ...post,
    captionByPlatform: ownAfter(post.captionByPlatform, platform, changes.caption),
    photoIdsByPlatform: ownAfter(post.photoIdsByPlatform, platform, changes.photoIds),
  };
  refuseLongCaption(changed, [platform]);
  const areNew = photosFor(changed, platform).join() !== photosFor(post, platform).join();
  if (areNew && photosFor(changed, platform).some((id) => !facts.photoIds.includes(id))) {
    throw new AppError('not_found');
  }
  return changed;
}

function refuseUnchangeableTarget({ state }: Target): void {
  switch (state) {
    case 'draft':
    case 'scheduled':
    case 'failed':
      return;
    case 'dispatched':
    case 'publishing':
      throw new AppError('publishing');
    case 'needs_attention':
      throw new AppError('publishing', partUnclear);
    case 'published':
    case 'cancelled':
      throw new AppError('publishing', partOut);
  }
}

/** Omitted: as it was. Null: the shared one again. */
function ownAfter<T>(
  before: Partial<Record<Platform, T>> | null,
  platform: Platform,
  sent: T | null | undefined,
): Partial<Record<Platform, T>> | null {
  if (sent === undefined) {
    return before;
  }
  const { [platform]: _, ...others } = before ?? {};
  const after = sent === null ? others : { ...others, [platform]: sent };
  return Object.keys(after).length > 0 ? (after as Partial<Record<Platform, T>>) : null;
}

/** What was changed, for the timeline; null when the platform gets what it got before. */
export function ownContentSentence(before: PostRecord, after: PostRecord, platform: Platform): string | null {
  const isCaption = before.captionByPlatform?.[platform] !== after.captionByPlatform?.[platform];
  const arePhotos = photosFor(before, platform).join() !== photosFor(after, platform).join();
  if (!isCaption && !arePhotos) {
    return null;
  }
  return history.changedFor(platform, !isCaption ? 'photos' : arePhotos ? 'caption and photos' : 'caption');
}
