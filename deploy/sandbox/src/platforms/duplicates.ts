import type { Publication } from '../store/ledger.ts';
import type { World } from '../world/world.ts';

/**
 * The live post of the same account with the same words and the same pictures (by their bytes) that went out in the last
 * `windowMs` milliseconds, the newest first; undefined when there is none, or when duplicates are let through.
 */
export function findTwin(
  world: World,
  post: Pick<Publication, 'platform' | 'accountId' | 'text' | 'media'>,
  windowMs: number,
): Publication | undefined {
  if (world.settings.duplicates === 'allow') return undefined;
  const oldest = Date.now() - windowMs;
  const hashes = post.media.map((media) => media.sha256).join();
  const posts = world.ledger.ofAccount(post.platform, post.accountId);
  for (let index = posts.length - 1; index >= 0; index -= 1) {
    const earlier = posts[index];
    if (!earlier || Date.parse(earlier.at) < oldest) return undefined;
    const same = earlier.text === post.text && earlier.media.map((media) => media.sha256).join() === hashes;
    if (same && earlier.deletedAt === undefined) return earlier;
  }
  return undefined;
}
