import type { Publication } from '../store/ledger.ts';
import type { World } from '../world/world.ts';

/**
 * The live post of the same account with the same words and the same pictures (by their bytes) that went out in the last
 * `windowMs` milliseconds; undefined when there is none, or when duplicates are allowed.
 */
export function findTwin(
  world: World,
  post: Pick<Publication, 'platform' | 'accountId' | 'text' | 'media'>,
  windowMs: number,
): Publication | undefined {
  if (world.settings.duplicates === 'allow') {
    return undefined;
  }
  const earlier = world.ledger.newestLike(post);
  const isRecent = earlier && Date.now() - Date.parse(earlier.at) <= windowMs;
  return isRecent && earlier.deletedAt === undefined ? earlier : undefined;
}
