import type { AnswerOf, Post } from '@postloom/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { pathOfKey, routes, rowsIn, withRows } from '#lib/api/index.ts';

type Calendar = AnswerOf<typeof routes.calendar>;
/** What is kept of a read of posts, and of what path. */
export type PostsRead = { path: string; data: unknown };

export const isCalendar = ({ path }: Pick<PostsRead, 'path'>): boolean => path === routes.calendar.path;
export const postsIn = (read: PostsRead): readonly Post[] =>
  isCalendar(read) ? ((read.data as Calendar | undefined)?.posts ?? []) : rowsIn<Post>(read.data);

/** The same with other posts in their places; one that `latest` gives null for is gone. */
export function withPosts(read: PostsRead, latest: (post: Post) => Post | null): unknown {
  if (!isCalendar(read)) {
    return withRows<Post>(read.data, latest);
  }
  const calendar = read.data as Calendar;
  return { ...calendar, posts: withRows<Post>(calendar.posts, latest) };
}

/** Shows a changed post in everything that was read of posts, or that it is gone, before any of it is read again. */
export function replacePost(client: QueryClient, id: string, now: Post | null): void {
  const lists: readonly string[] = [routes.posts.path, routes.calendar.path];
  for (const { queryKey, state } of client.getQueryCache().findAll()) {
    const path = pathOfKey(queryKey) ?? '';
    if (lists.includes(path) && state.data !== undefined) {
      const read = { path, data: state.data };
      client.setQueryData(
        queryKey,
        withPosts(read, (post) => (post.id === id ? now : post)),
      );
    }
  }
}
