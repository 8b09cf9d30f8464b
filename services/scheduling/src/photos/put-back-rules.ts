import type { KnownFacts } from '../facts/index.ts';
import { ownPhotosLeft, schedulable } from '../posts/index.ts';
import type { PostRecord } from '../posts/index.ts';

type Photos = Pick<PostRecord, 'photoIds' | 'photoIdsByPlatform'>;

/** What deletions of photos took from a post. */
export interface Detached extends Photos {
  /** Those of its photos that are deleted; `photoIds` and `photoIdsByPlatform` are what its author chose, these among them. */
  readonly away: readonly string[];
  /** When a deletion made the scheduled post a draft; null when it was one, or a person has worked on it since. */
  readonly unscheduledAt: Date | null;
  /** The post's version that this was written with: a greater one is a person's. */
  readonly postVersion: number;
}

/** What the deletion of one more photo took: `before` is the post with it, `after` the one saved without it. */
export function detachedAfter(
  known: Detached | null,
  before: PostRecord,
  after: PostRecord,
  photoId: string,
  now: Date,
): Detached {
  const isScheduled = before.status === 'scheduled';
  // What a person has scheduled or given other photos since is whole as it is.
  const earlier = known !== null && !isScheduled && showsWhatIsLeft(before, known) ? known : null;
  const { photoIds, photoIdsByPlatform } = earlier ?? before;
  return {
    ...{ photoIds, photoIdsByPlatform, away: [...(earlier?.away ?? []), photoId] },
    unscheduledAt: isScheduled ? now : unscheduledStill(earlier, before),
    postVersion: after.version,
  };
}

/** The same when one of them has come back to the post; null: all have. */
export function detachedStill(
  detached: Detached,
  before: PostRecord,
  after: PostRecord,
  photoId: string,
): Detached | null {
  const away = detached.away.filter((id) => id !== photoId);
  if (away.length === 0) {
    return null;
  }
  return { ...detached, away, unscheduledAt: unscheduledStill(detached, before), postVersion: after.version };
}

/** A draft with a photo at its place again; null when its author has chosen other photos since, or scheduled it without. */
export function withPhotoBack(post: PostRecord, detached: Detached, photoId: string): PostRecord | null {
  if (post.targets.some(({ state }) => state !== 'draft') || !showsWhatIsLeft(post, detached)) {
    return null;
  }
  return {
    ...post,
    ...without(
      detached,
      detached.away.filter((id) => id !== photoId),
    ),
    preflight: null,
  };
}

/**
 * Whether the post goes out again as it was planned: it is whole again, nobody has changed it since, its time is still ahead, and the
 * accounts it was for are there (for an account in another one's place a person decides).
 */
export function goesOutAgain(post: PostRecord, detached: Detached, photoId: string, facts: KnownFacts): boolean {
  return (
    detached.away.every((id) => id === photoId) &&
    unscheduledStill(detached, post) !== null &&
    post.dueAt !== null &&
    post.dueAt > facts.now &&
    post.targets.every((target) => schedulable(facts).some(({ accountId }) => accountId === target.accountId))
  );
}

function unscheduledStill(detached: Detached | null, post: PostRecord): Date | null {
  return detached?.postVersion === post.version ? detached.unscheduledAt : null;
}

function showsWhatIsLeft({ photoIds, photoIdsByPlatform }: Photos, detached: Detached): boolean {
  return JSON.stringify({ photoIds, photoIdsByPlatform }) === JSON.stringify(without(detached, detached.away));
}

function without(photos: Photos, away: readonly string[]): Photos {
  const isLeft = (id: string) => !away.includes(id);
  return { photoIds: photos.photoIds.filter(isLeft), photoIdsByPlatform: ownPhotosLeft(photos, isLeft) };
}
