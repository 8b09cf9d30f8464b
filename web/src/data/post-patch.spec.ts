import type { Post } from '@postloom/contracts';
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient, routeKey, routes } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { postPatch } from './post-patch.ts';
import { replacePost } from './replace-post.ts';
import { aPost, aTarget } from './testing/posts.ts';

const businessId = 'b';
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const keys = {
  month: routeKey(routes.calendar, { businessId, query: { from: '2026-11-01', to: '2026-11-30' } }),
  drafts: routeKey(routes.posts, { businessId, query: { status: 'draft' } }),
  soonest: routeKey(routes.scheduledPosts, { businessId, query: { limit: 100 } }),
  found: routeKey(routes.posts, { businessId, query: { search: 'rye' } }),
  firstOfMany: routeKey(routes.posts, { businessId, query: { status: 'scheduled', platform: 'instagram', limit: 1 } }),
  rye: routeKey(routes.post, { businessId, params: { id: idOf(1) } }),
};
/** One that is not on screen. */
const nextMonth = routeKey(routes.calendar, { businessId, query: { from: '2026-12-01', to: '2026-12-31' } });
const rye: Post = { ...aPost(idOf(1), '2026-11-09T10:00:00Z', aTarget('pending')), photoIds: [idOf(91)] };
const buns = aPost(idOf(2), '2026-11-10T10:00:00Z');
const idea: Post = { ...aPost(idOf(3), null), status: 'draft' };
const loaf = aPost(idOf(4), '2026-11-09T12:00:00Z');
const fetched = stubbedFetch();
let client: QueryClient;
let readAgain: Record<keyof typeof keys, ReturnType<typeof vi.fn>>;

/** The calendar, its drafts and a search, all on screen. */
beforeEach(() => {
  client = createQueryClient();
  const data = {
    month: { timeZone: 'UTC', posts: [rye, buns] },
    drafts: [idea],
    soonest: { data: [rye, buns], nextCursor: null, total: 2 },
    found: { data: [rye], nextCursor: null, total: 1 },
    firstOfMany: { data: [rye], nextCursor: 'c', total: 2 },
    rye: { ...rye, history: [] },
  };
  readAgain = Object.fromEntries(
    Object.entries(keys).map(([name, queryKey]) => {
      client.setQueryData(queryKey, data[name as keyof typeof keys]);
      const read = vi.fn(() => new Promise(() => undefined));
      new QueryObserver(client, { queryKey, queryFn: read, staleTime: Infinity }).subscribe(() => undefined);
      return [name, read];
    }),
  ) as typeof readAgain;
});

/** The server says so of these posts now; gives what is read again, and the paths that are left to read. */
async function change(ids: readonly string[], now: readonly Post[]) {
  fetched.mockResolvedValueOnce(Response.json(now));
  const paths = await postPatch(client, businessId)(ids);
  const lists = Object.entries(readAgain).flatMap(([name, read]) => (read.mock.calls.length > 0 ? [name] : []));
  return { paths, lists };
}
const monthNow = () => client.getQueryData<{ posts: Post[] }>(keys.month)?.posts;

describe('posts that changed', () => {
  it('take their places in every list by one read of them alone, while they go out', async () => {
    const now: Post = { ...rye, targets: [aTarget('publishing')] };
    const { paths, lists } = await change([rye.id], [now]);
    expect(monthNow()).toEqual([now, buns]);
    expect(client.getQueryData(keys.soonest)).toMatchObject({ data: [now, buns], total: 2 });
    // What a search finds, and the history of a post, only the server can say.
    expect(lists).toEqual(['found', 'rye']);
    expect(paths).not.toContain('/api/photos');
    expect(paths).toContain('/api/analytics');
    expect(paths).toContain('/api/businesses/attention');
    expect(fetched.mock.calls.map(([url]) => url)).toEqual([`/api/posts?ids=${rye.id}`]);
  });

  it('stay in the month and leave the scheduled ones when they are out', async () => {
    const now: Post = { ...rye, status: 'published', targets: [aTarget('published')] };
    const { lists } = await change([rye.id], [now]);
    expect(monthNow()).toEqual([now, buns]);
    expect(lists).toEqual(['soonest', 'found', 'firstOfMany', 'rye']);
  });

  it.each<[string, Post, Post[]]>([
    ['are moved', rye, [{ ...rye, scheduledFor: '2026-11-12T10:00:00Z' }]],
    ['are new', loaf, [loaf]],
    ['are deleted', rye, []],
  ])('let the month be read again when they %s', async (_, { id }, now) => {
    const { lists } = await change([id], now);
    expect(lists).toContain('month');
    expect(lists).not.toContain('drafts');
  });

  it('let the drafts be read again when one of them is scheduled', async () => {
    const { lists } = await change([idea.id], [{ ...idea, status: 'scheduled', scheduledFor: '2026-11-20T10:00:00Z' }]);
    expect(lists).toContain('drafts');
    expect(lists).toContain('month');
  });

  it('let a count be read again that they may have left unseen', async () => {
    const { lists } = await change([buns.id], [{ ...buns, status: 'published' }]);
    expect(lists).toContain('firstOfMany');
  });

  it.each([
    ['they use others', { ...rye, photoIds: [idOf(92)] }],
    ['nothing was known of them', loaf],
  ])('let photos be read again when %s', async (_, now) => {
    expect((await change([now.id], [now])).paths).toContain('/api/photos');
  });

  it('leave old what is old for another reason', async () => {
    await client.invalidateQueries({ queryKey: keys.month, exact: true, refetchType: 'none' });
    const { lists } = await change([rye.id], [{ ...rye, caption: 'Rye at dawn' }]);
    expect(monthNow()).toEqual([rye, buns]);
    expect(lists).toContain('month');
  });

  it('wait for a read that may have begun before the change', async () => {
    void client.refetchQueries({ queryKey: keys.month, exact: true });
    expect((await change([rye.id], [{ ...rye, caption: 'Rye at dawn' }])).paths).toBeNull();
    expect(monthNow()).toEqual([rye, buns]);
  });

  it('wait for the first read of a list as well', async () => {
    void client.prefetchQuery({ queryKey: nextMonth, queryFn: () => new Promise(() => undefined) });
    expect((await change([rye.id], [{ ...rye, caption: 'Rye at dawn' }])).paths).toBeNull();
  });

  it('let a list be read again that could not be read', async () => {
    const read = vi.fn(() => Promise.reject(new Error('offline')));
    const month = new QueryObserver(client, { queryKey: nextMonth, queryFn: read, retry: false });
    month.subscribe(() => undefined);
    await vi.waitFor(() => expect(month.getCurrentResult().isError).toBe(true));
    await change([rye.id], [rye]);
    expect(read).toHaveBeenCalledTimes(2);
  });
});

describe('a post that was changed here', () => {
  it('is in the month and in the lists as it is now', () => {
    const now: Post = { ...rye, version: 2 };
    replacePost(client, rye.id, now);
    expect(monthNow()).toEqual([now, buns]);
    expect(client.getQueryData(keys.found)).toEqual({ data: [now], nextCursor: null, total: 1 });
    expect(client.getQueryData(keys.drafts)).toEqual([idea]);
  });

  it('is counted no more when it is gone', () => {
    const pages = routeKey(routes.posts, { businessId, query: { limit: 2 } });
    const page = (...data: Post[]) => ({ data, nextCursor: null, total: 3 });
    client.setQueryData(pages, { pages: [page(rye, buns), page(loaf)], pageParams: [null, 'c'] });
    replacePost(client, rye.id, null);
    expect(monthNow()).toEqual([buns]);
    expect(client.getQueryData(keys.firstOfMany)).toMatchObject({ data: [], total: 1 });
    expect(client.getQueryData(pages)).toMatchObject({
      pages: [
        { data: [buns], total: 2 },
        { data: [loaf], total: 2 },
      ],
    });
  });
});
