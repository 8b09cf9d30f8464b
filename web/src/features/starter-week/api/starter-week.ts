import type { BodyOf, Post } from '@postloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { routes, useIntentKeys, usePageCall } from '#lib/api/index.ts';
import { refreshPosts } from '#data/posts.ts';

type WeekPost = BodyOf<typeof routes.createStarterWeek>['drafts'][number];

/**
 * Makes one post of the week, once, however often it is asked for. Each card has a call and a key of its own, so that one that fails leaves
 * the others alone.
 */
export function useMakePost() {
  const call = usePageCall();
  const keys = useIntentKeys();
  return async (card: string, post: WeekPost): Promise<Post> => {
    const { posts } = await call(routes.createStarterWeek, {
      body: { drafts: [post] },
      idempotencyKey: keys.keyFor(card, JSON.stringify(post)),
    });
    const [made] = posts;
    if (made === undefined) {
      throw new Error('The answer holds no post.');
    }
    return made;
  };
}

/** Takes back those of them that nobody has changed and that are not going out yet. */
export function useUndoStarterWeek() {
  const call = usePageCall();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) => call(routes.undoStarterWeek, { body: { ids } }),
    onSettled: () => void refreshPosts(client),
  });
}
