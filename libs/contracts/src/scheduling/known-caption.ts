import type { Platform } from '../platforms/index.ts';
import type { Post } from './scheduling.ts';

/** The platform whose own caption stands for the post, because every platform has one and nobody gets the shared one; else null. */
export function spokenFor({
  platforms,
  captionByPlatform,
}: Pick<Post, 'captionByPlatform' | 'platforms'>): Platform | null {
  const [first = null] = platforms;
  return platforms.every((platform) => captionByPlatform?.[platform] !== undefined) ? first : null;
}

/** The words that a post is known by: the shared caption, as far as anybody gets it. */
export function knownCaption(post: Pick<Post, 'caption' | 'captionByPlatform' | 'platforms'>): string {
  const platform = spokenFor(post);
  return (platform && post.captionByPlatform?.[platform]) ?? post.caption;
}
