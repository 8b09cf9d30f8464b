import type { Post } from '@postloom/contracts';

/** How many of its platforms a post is out on, where it failed on another; else null. */
export function partlyOut({ status, targets }: Pick<Post, 'status' | 'targets'>): { out: number; of: number } | null {
  const out = targets.filter((target) => target.status === 'published').length;
  return status === 'failed' && out > 0 ? { out, of: targets.length } : null;
}
