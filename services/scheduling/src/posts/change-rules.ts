import { AppError } from '@postloom/contracts';
import type { ParsedInputOf, Platform, schedulingRpc } from '@postloom/contracts';
import type { KnownFacts } from '../facts/index.ts';
import { photosAfter } from './chosen-photos.ts';
import { contentAfter } from './post-content.ts';
import type { PostContent } from './post-content.ts';
import {
  accountAfter,
  accountOn,
  refuseLongCaption,
  refuseNoCaption,
  refuseNoPhoto,
  refusePast,
  refuseUnconnected,
  schedulable,
  wantedStatus,
} from './post-rules.ts';
import { changeability } from './post-status.ts';
import { nextRound, withTargets } from './post.ts';
import type { PostRecord, Target } from './post.ts';

type Changes = ParsedInputOf<typeof schedulingRpc.postUpdate>['changes'];

export const partUnclear = 'A platform needs your attention first; after that this post can be changed.';
export const partOut = 'A part of this post is already published, so it can no longer be changed.';

/** @throws AppError publishing: the post is in flight, in doubt or public */
export function refuseUnchangeable(post: PostRecord): void {
  const state = changeability(post.targets.map((target) => target.state));
  switch (state) {
    case 'open':
      return;
    case 'in_flight':
      throw new AppError('publishing');
    case 'unclear':
      throw new AppError('publishing', partUnclear);
    case 'out':
      throw new AppError('publishing', partOut);
  }
}

/**
 * A post after an edit, every rule of creation applied to the result. A failed post of which nothing was published may be edited: it
 * becomes a draft or is scheduled again, its targets in a new round. @throws AppError publishing, version_conflict, validation_failed,
 * invalid_date, not_found
 */
export function changedPost(post: PostRecord, changes: Changes, facts: KnownFacts, newId: () => string): PostRecord {
  refuseUnchangeable(post);
  if (changes.version !== post.version) {
    throw new AppError('version_conflict');
  }
  if (facts.business === null || facts.business.isDeleted) {
    throw new AppError('not_found');
  }
  const dueAt = dateAfter(post, changes);
  const status = wantedStatus(changes.status ?? (post.status === 'scheduled' ? 'scheduled' : 'draft'), dueAt);
  const photoIds = photosAfter(post.photoIds, changes);
  const platforms = changes.platforms ?? post.targets.map((target) => target.platform);
  const arePhotosNew = photoIds.join() !== post.photoIds.join();
  const content: PostContent = {
    ...contentAfter(post, changes),
    // The photos of an edit are what every platform shows.
    ...(arePhotosNew && { photoIdsByPlatform: null }),
  };
  const isDateNew = dueAt?.getTime() !== post.dueAt?.getTime();
  const becomesScheduled = status === 'scheduled' && post.status !== 'scheduled';

  refuseLongCaption(content, platforms);
  if (status === 'scheduled') {
    refuseNoCaption(content);
  }
  if (status === 'scheduled') {
    refuseNoPhoto(photoIds);
  }
  const isPhotoGone = photoIds.some((id) => !facts.photoIds.includes(id));
  if (isPhotoGone && (arePhotosNew || status === 'scheduled')) {
    throw new AppError('not_found');
  }
  // A draft may keep an account that is gone for now; newly chosen platforms, and those of a scheduled post, must be connected.
  if (status === 'scheduled' || changes.platforms !== undefined) {
    refuseUnconnected(platforms, schedulable(facts));
  }
  if (dueAt !== null && (isDateNew || becomesScheduled)) {
    refusePast(dueAt, facts.now);
  }

  const targets = platforms.map((platform) => targetAfter(post, platform, status, dueAt, facts, newId));
  const timeZone = dueAt === null ? null : isDateNew ? facts.business.timeZone : post.timeZone;
  return withTargets({ ...post, ...content, photoIds, dueAt, timeZone }, targets, facts.now);
}

function dateAfter(post: PostRecord, changes: Changes): Date | null {
  if (changes.scheduledFor === undefined) {
    return post.dueAt;
  }
  return changes.scheduledFor === null ? null : new Date(changes.scheduledFor);
}

function targetAfter(
  post: PostRecord,
  platform: Platform,
  state: 'draft' | 'scheduled',
  dueAt: Date | null,
  facts: KnownFacts,
  newId: () => string,
): Target {
  const known = post.targets.find((target) => target.platform === platform);
  if (known === undefined) {
    return { ...freshTarget(newId(), platform, accountOn(platform, schedulable(facts))), state, dueAt };
  }
  return {
    ...{ ...known, accountId: accountAfter(known, schedulable(facts)), state, dueAt, error: null },
    ...(known.state === 'failed' && nextRound(known)),
  };
}

/** A target that has not been handed over yet. */
export function freshTarget(id: string, platform: Platform, accountId: string | null): Target {
  return {
    id,
    platform,
    accountId,
    state: 'draft',
    round: 1,
    dueAt: null,
    attempts: 0,
    eventVersion: 0,
    remoteId: null,
    permalink: null,
    error: null,
    delayedUntil: null,
    publishedAt: null,
    isByResolution: false,
  };
}
