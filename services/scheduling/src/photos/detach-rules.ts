import { everyPhotoOf, ownPhotosLeft, withTargets } from '../posts/index.ts';
import type { PostRecord } from '../posts/index.ts';

/**
 * A post without its deleted photo: a scheduled post becomes a draft that keeps its date (also when other photos are left: the person
 * decides whether they are enough), a draft just loses the photo. Null when the post stays as it is: the publisher has it (and fails it
 * with the reason when the picture is missing), or it has ended and remembers what it showed.
 */
export function withoutPhoto(post: PostRecord, photoId: string, now: Date): PostRecord | null {
  if (!everyPhotoOf(post).includes(photoId)) {
    return null;
  }
  if (post.targets.some(({ state }) => state !== 'draft' && state !== 'scheduled')) {
    return null;
  }
  const isLeft = (id: string) => id !== photoId;
  const content = { photoIds: post.photoIds.filter(isLeft), photoIdsByPlatform: ownPhotosLeft(post, isLeft) };
  const targets = post.targets.map((target) => ({ ...target, state: 'draft' as const }));
  return withTargets({ ...post, ...content, preflight: null }, targets, now);
}
