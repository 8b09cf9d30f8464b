import type { Post } from '@postloom/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { pathOfKey, routeKey, routes, type Page, type RowPatch } from '#lib/api/index.ts';
import { isCalendar, postsIn, withPosts, type PostsRead } from './replace-post.ts';
import { changedRows, patchRead } from './row-patch.ts';

type Query = { ids?: string; status?: string; platform?: string; search?: string };
type Read = PostsRead & { query: Query };

/** Whether a post can be among what was asked for. */
function mayBelong(read: Read, post: Post): boolean {
  const { ids, platform } = read.query;
  const status = read.path === routes.scheduledPosts.path ? 'scheduled' : read.query.status;
  if (isCalendar(read)) {
    return post.scheduledFor !== null;
  }
  return (
    (ids === undefined || ids.split(',').includes(post.id)) &&
    (status === undefined || post.status === status) &&
    (platform === undefined || post.platforms.some((one) => one === platform))
  );
}

/** Whether these posts are in a read exactly where they were, so that the new rows can take the places of the old ones. */
function keepTheirPlaces(read: Read, ids: readonly string[], now: ReadonlyMap<string, Post>): boolean {
  const rows = postsIn(read);
  const { total } = read.data as Partial<Page<Post>>;
  const isWhole = total === undefined || total === rows.length;
  // What a search finds, only the server knows.
  return (
    read.query.search === undefined &&
    ids.every((id) => {
      const [before, after] = [rows.find((row) => row.id === id), now.get(id)];
      if (!before) {
        return isWhole && (after === undefined || !mayBelong(read, after));
      }
      return after !== undefined && mayBelong(read, after) && after.scheduledFor === before.scheduledFor;
    })
  );
}

/** Whether the use of any photo can have changed; nothing is known of posts that were never read. */
function changesPhotos(reads: readonly Read[], ids: readonly string[], now: ReadonlyMap<string, Post>): boolean {
  const before = new Map(reads.flatMap(postsIn).map((post) => [post.id, post]));
  return ids.some((id) => before.get(id)?.photoIds.join() !== now.get(id)?.photoIds.join() || !before.has(id));
}

/**
 * Brings posts that changed up to date in everything that was read, by one read of them alone: while posts go out, each of their
 * steps would otherwise read the whole month again. Lists that a post has entered, left or moved in are read again.
 */
export function postPatch(client: QueryClient, businessId: string): RowPatch {
  const lists = [routes.posts.path, routes.scheduledPosts.path, routes.calendar.path];
  return async (ids) => {
    const changed = await changedRows<Post>(client, businessId, { route: routes.posts, lists, ids });
    if (!changed) {
      return null;
    }
    const { now } = changed;
    const reads = changed.reads.map(({ queryKey, state }) => ({
      queryKey,
      state,
      path: pathOfKey(queryKey) ?? '',
      query: (queryKey[2] ?? {}) as Query,
      data: state.data,
    }));
    for (const read of reads) {
      patchRead(client, read, () =>
        keepTheirPlaces(read, ids, now) ? withPosts(read, (post) => now.get(post.id) ?? post) : null,
      );
    }
    // With its history, which the lists do not have.
    for (const id of ids) {
      void client.invalidateQueries({ queryKey: routeKey(routes.post, { businessId, params: { id } }), exact: true });
    }
    return [
      routes.postStats.path,
      routes.dashboardStats.path,
      routes.businessAttention.path,
      routes.analytics.path,
      // What was the next post of a schedule is out, or its time has moved on.
      routes.schedules.path,
      routes.upcomingOccurrences.path,
      routes.pastOccurrences.path,
      ...(changesPhotos(reads, ids, now) ? [routes.photos.path] : []),
    ];
  };
}
