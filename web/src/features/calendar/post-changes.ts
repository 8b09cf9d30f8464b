import type { Post } from '@postloom/contracts';

/** Where a post is to be. */
export type PostChange = { scheduledFor: string | null; status: 'scheduled' | 'draft' };

/** A post as it will be; `null`: it goes. Until the server has answered it shows whatever the lists say. */
export type Change = { post: Post | null; isPending: boolean };
export type Overlay = ReadonlyMap<string, Change>;

/**
 * The posts of several lists, each once, with the changes that are on their way laid over them. A change that is taken out
 * of the overlay is taken back, because the lists still hold what the server says.
 */
export function withOverlay(lists: readonly (readonly Post[])[], overlay: Overlay): readonly Post[] {
  const byId = new Map<string, Post>();
  for (const post of lists.flat()) {
    const known = byId.get(post.id);
    if (!known || known.version < post.version) {
      byId.set(post.id, post);
    }
  }
  for (const [id, { post, isPending }] of overlay) {
    const known = byId.get(id);
    if (post === null) {
      byId.delete(id);
    } else if (isPending || !known || known.version < post.version) {
      byId.set(id, post);
    }
  }
  return [...byId.values()];
}
