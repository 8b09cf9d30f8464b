import { withTargets } from '../posts/index.ts';
import type { PostRecord } from '../posts/index.ts';

/**
 * A post without its deleted photo: a scheduled post becomes a draft that keeps its date (also when other photos are left: the person
 * decides whether they are enough), a draft just loses the photo. Null when the post stays as it is: the publisher has it (and fails it
 * with the reason when the picture is missing), or it has ended and remembers what it showed.
 */
export function withoutPhoto(post: PostRecord, photoId: string, now: Date): PostRecord | null {
  if (!post.photoIds.includes(photoId)) {
    return null;
  }
  if (post.targets.some(({ state }) => state !== 'draft' && state !== 'scheduled')) {
    return null;
  }
  const photoIds = post.photoIds.filter((id) => id !== photoId);
  const targets = post.targets.map((target) => ({ ...target, state: 'draft' as const }));
  return withTargets({ ...post, photoIds, preflight: null }, targets, now);
}
