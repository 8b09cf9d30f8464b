import type { BodyOf, Platform, Post } from '@postloom/contracts';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  asList,
  invalidatePaths,
  knownOf,
  PAGE_ROWS,
  previousOf,
  routeKey,
  routeList,
  routeQuery,
  routes,
  useCreation,
  useEarlyQuery,
  useIntentKey,
  type Page,
  usePageBusiness,
  usePageCall,
} from '#lib/api/index.ts';

/** Milliseconds after which the lists count as stale when a screen opens. */
const POSTS_STALE_MS = 60_000;

export type PostChanges = BodyOf<typeof routes.updatePost>;
export type TargetChanges = BodyOf<typeof routes.updateTarget>;

const noPosts: readonly Post[] = [];

/** Whether a draft waits for a person: it has no date, or one that only a template proposed. */
export function isUnscheduled({ status, scheduledFor, source }: Post): boolean {
  return status === 'draft' && (scheduledFor === null || source === 'template');
}
const unscheduled = (drafts: readonly Post[]) => drafts.filter(isUnscheduled);

/** Drafts that wait for a person, newest first. The same list until an answer changes it. */
export function useUnscheduledDrafts(): readonly Post[] {
  const businessId = usePageBusiness();
  const { data } = useEarlyQuery({
    ...routeList(routes.posts, { businessId, query: { status: 'draft' } }),
    staleTime: POSTS_STALE_MS,
    select: unscheduled,
  });
  return data ?? noPosts;
}

/** How many of a business's posts are told apart: two stand for more. */
const COUNTED = 2;

export type PostCounts = {
  posts: number;
  /** Those that are more than drafts: none, one, or at least two. */
  begun: number;
};

/** How far a business is with its posts; undefined while that is not known, null when it could not be read. */
export function usePostCounts(): PostCounts | null | undefined {
  const businessId = usePageBusiness();
  const count = (query: { status?: 'draft'; limit: number }) => ({
    ...routeQuery(routes.posts, { businessId, query }),
    staleTime: POSTS_STALE_MS,
  });
  const newest = knownOf(useQuery(count({ limit: COUNTED }))) as Page<Post> | null | undefined;
  const begun = newest?.data.filter(({ status }) => status !== 'draft').length ?? 0;
  // The newest ones say nothing about the others while drafts are among them.
  const isOpen = !!newest && begun < COUNTED && newest.total > COUNTED;
  const drafts = knownOf(useQuery({ ...count({ status: 'draft', limit: 1 }), enabled: isOpen })) as typeof newest;
  if (!newest || !isOpen) {
    return newest && { posts: newest.total, begun };
  }
  return drafts && { posts: newest.total, begun: newest.total - drafts.total };
}

/** The scheduled posts that come first, soonest first; those whose time is over, because they need a person, lead. */
export function useSoonestPosts() {
  const businessId = usePageBusiness();
  return useEarlyQuery({
    ...routeQuery(routes.scheduledPosts, { businessId, query: { limit: PAGE_ROWS } }),
    staleTime: POSTS_STALE_MS,
  });
}

/** How many scheduled posts go to a platform; undefined while it is not known. */
export function useScheduledCount(platform: Platform): number | undefined {
  const businessId = usePageBusiness();
  const { data } = useQuery(
    routeQuery(routes.posts, { businessId, query: { status: 'scheduled', platform, limit: 1 } }),
  );
  return (data as Page<Post> | undefined)?.total;
}

/** Posts that failed since an instant, whenever they were due; newest first. */
export function useFailedPosts(since: string) {
  const businessId = usePageBusiness();
  return useEarlyQuery({
    ...routeQuery(routes.posts, { businessId, query: { status: 'failed', settledFrom: since, limit: PAGE_ROWS } }),
    staleTime: POSTS_STALE_MS,
  });
}

/** The posts of a range of days; the former month stays while the next one loads. */
export function useCalendar(from: string, to: string) {
  const businessId = usePageBusiness();
  return useEarlyQuery({
    ...routeQuery(routes.calendar, { businessId, query: { from, to } }),
    placeholderData: previousOf(businessId),
  });
}

export function usePost(id: string) {
  return useQuery(routeQuery(routes.post, { businessId: usePageBusiness(), params: { id } }));
}

/** Some posts, by their ids: at most 100. One that is deleted or not read yet is absent. */
export function usePostsById(ids: readonly string[]): ReadonlyMap<string, Post> {
  const businessId = usePageBusiness();
  const asked = [...new Set(ids)].sort().slice(0, PAGE_ROWS).join(',');
  const { data } = useQuery({
    ...routeQuery(routes.posts, { businessId, query: { ids: asked } }),
    enabled: asked !== '',
    placeholderData: previousOf(businessId),
    staleTime: POSTS_STALE_MS,
  });
  return useMemo(() => new Map(asList<Post>(data).map((post) => [post.id, post])), [data]);
}

/** Reads again what a change of posts touches. */
export function refreshPosts(client: QueryClient): Promise<void> {
  return invalidatePaths(client, [
    '/api/posts',
    '/api/calendar',
    '/api/dashboard/stats',
    '/api/user/limits',
    '/api/photos',
  ]);
}

export function useCreatePost() {
  return useCreation(routes.createPost, (client) => void refreshPosts(client));
}

export function useUpdatePost() {
  const call = usePageCall();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: PostChanges }) =>
      call(routes.updatePost, { params: { id }, body: changes }),
    onSettled: () => refreshPosts(client),
  });
}

/** Changes what one platform gets, and sends it there again; the other platforms keep what they have. */
export function useChangeTarget() {
  const call = usePageCall();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, platform, changes }: { id: string; platform: Platform; changes: TargetChanges }) =>
      call(routes.updateTarget, { params: { id, platform }, body: changes }),
    onSettled: () => refreshPosts(client),
  });
}

export function useDeletePost() {
  const call = usePageCall();
  const client = useQueryClient();
  const businessId = usePageBusiness();
  return useMutation({
    mutationFn: (id: string) => call(routes.deletePost, { params: { id } }),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: routeKey(routes.post, { businessId, params: { id } }) });
      void refreshPosts(client);
    },
  });
}

/** Publishes now, or sends the failed platforms again. */
export function useSendPost() {
  const call = usePageCall();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, how }: { id: string; how: 'publish' | 'retry' }) =>
      call(how === 'publish' ? routes.publishPost : routes.retryPost, {
        params: { id },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSettled: () => refreshPosts(client),
  });
}

/** The latest version of a post, past the cache. */
export function useFreshPost() {
  const client = useQueryClient();
  const businessId = usePageBusiness();
  return (id: string) =>
    client.fetchQuery({ ...routeQuery(routes.post, { businessId, params: { id } }), staleTime: 0 });
}

/** Copies a post as a draft. Asking again after a lost answer makes no second copy. */
export function useDuplicatePost() {
  const call = usePageCall();
  const client = useQueryClient();
  const intent = useIntentKey();
  return useMutation({
    mutationFn: (id: string) => call(routes.duplicatePost, { params: { id }, idempotencyKey: intent.keyFor(id) }),
    onSuccess: () => {
      intent.done();
      return refreshPosts(client);
    },
  });
}

export type Resolution = BodyOf<typeof routes.resolveTarget>;

/** Says what became of a target whose outcome could not be found out. */
export function useResolveTarget() {
  const call = usePageCall();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, platform, resolution }: { id: string; platform: Platform; resolution: Resolution }) =>
      call(routes.resolveTarget, {
        params: { id, platform },
        body: resolution,
        idempotencyKey: crypto.randomUUID(),
      }),
    onSettled: () => refreshPosts(client),
  });
}
