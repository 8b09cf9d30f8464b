import { onlineManager, QueryClientProvider, QueryObserver, type QueryClient } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentUserQuery } from '#features/account/api/current-user.ts';
import { createQueryClient, pagesKey, routeKey, routes, toApiError } from '#lib/api/index.ts';
import { networkError } from '#lib/api/errors.ts';
import { claimDevice, leaveDevice } from '../device-data.ts';
import { keepSeen } from './keep-seen.ts';
import { catchUp, openSeen } from './open-seen.ts';
import { seenAt, useSeenAt } from './seen-at.ts';
import { isSeenRead, MOST_SEEN, SEEN_FOR_MS, seenReads } from './seen-reads.ts';
import type { Seen, SeenStore } from './seen-store.ts';

/** Reads of which no answer stays: what is secret or leads to secrets, who did what from where, and what is asked for anew each time. */
const neverKept = [
  // Marks that are a minute old at most.
  '/api/businesses/attention',
  '/api/auth/sessions',
  '/api/auth/provider',
  '/api/auth/security',
  '/api/auth/login/second',
  '/api/user/audit-log',
  '/api/user/export',
  '/api/user/export/status',
  '/api/user/import',
  '/api/ai-settings',
  '/api/caption-voice',
  '/api/captions',
  '/api/calendar/feed',
  '/api/billing',
  '/api/billing/invoices',
  '/api/billing/preview',
  '/api/report-shares',
  '/api/reports/brand',
  '/api/reports/logo',
  '/api/reports/schedules',
  '/api/notifications/device',
  '/api/notifications/preferences',
  '/api/notifications/unsubscribe/link',
  '/api/data-deletion-status',
  '/api/photos/deleted',
  '/api/photos/{id}/similar',
  '/api/search',
  '/api/social/{platform}/auth',
  '/api/social/{platform}/doctor',
  '/api/uploader',
  '/api/uploader/s3/params',
  '/api/uploader/s3/multipart/{uploadId}',
  '/api/uploader/s3/multipart/{uploadId}/{partNumber}',
];

const rye = 'business-a';
const userKey = currentUserQuery.queryKey;
const posts = routeKey(routes.posts, { businessId: rye });
const photos = pagesKey(routes.photos, { businessId: rye, query: { limit: 100 } });
const feed = routeKey(routes.calendarFeedState, { businessId: rye });
const ada = { id: 'ada' };

let client: QueryClient;
let rows: Map<string, Seen>;
const store: SeenStore = {
  read: async () => [...rows.values()],
  write: async (written) => written.forEach((row) => rows.set(row.id, structuredClone(row))),
};
const stops: (() => void)[] = [];
const never = () => new Promise<never>(() => undefined);
const keep = (owner = 'ada') => stops.push(keepSeen(client, owner, store));

/** What a new page makes of the device. */
async function reopened(now = Date.now()): Promise<QueryClient> {
  const next = createQueryClient();
  await openSeen(next, now, store);
  return next;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('indexedDB', { deleteDatabase: vi.fn(() => ({})) });
  client = createQueryClient();
  rows = new Map();
  claimDevice('ada');
  client.setQueryData(userKey, ada as never);
});
afterEach(() => {
  stops.splice(0).forEach((stop) => stop());
  client.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('what was seen', () => {
  it('is there again, with when it was read, and is asked for anew', async () => {
    const read = Date.now();
    client.setQueryData(posts, [{ id: 'p1' }]);
    keep();
    await vi.advanceTimersByTimeAsync(60_000);
    const next = await reopened();
    expect(next.getQueryData(userKey)).toEqual(ada);
    expect(next.getQueryData(posts)).toEqual([{ id: 'p1' }]);
    expect(next.getQueryState(posts)).toMatchObject({ dataUpdatedAt: read, isInvalidated: true });
  });

  it('follows what comes later', async () => {
    keep();
    await vi.advanceTimersByTimeAsync(5_000);
    client.setQueryData(posts, [{ id: 'p2' }]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await reopened()).getQueryData(posts)).toEqual([{ id: 'p2' }]);
  });

  it('is written before the page goes', async () => {
    keep();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(rows.size).toBe(1);
    vi.restoreAllMocks();
  });

  it('never is a secret, and of a long list only its beginning', async () => {
    client.setQueryData(feed, { url: 'https://postloom.example/secret' });
    const pages = Array.from({ length: 50 }, (_, index) => ({ data: [{ id: index }], nextCursor: `${index}` }));
    const pageParams = pages.map((_, page) => ({ page, starts: [] }));
    client.setQueryData(photos, { pages, pageParams });
    client.setQueryData(
      posts,
      Array.from({ length: 10_000 }, (_, index) => ({ id: index })),
    );
    keep();
    await vi.advanceTimersByTimeAsync(5_000);
    const next = await reopened();
    expect(next.getQueryData(feed)).toBeUndefined();
    expect(next.getQueryData(photos)).toEqual({ pages: pages.slice(0, 2), pageParams: pageParams.slice(0, 2) });
    expect(next.getQueryData(posts)).toBeUndefined();
  });

  it('of a list that was scrolled far down stays what its beginning was', async () => {
    const top = { pages: [{ data: [{ id: 'newest' }], nextCursor: '1' }], pageParams: [{ page: 0, starts: [] }] };
    client.setQueryData(photos, top);
    keep();
    await vi.advanceTimersByTimeAsync(5_000);
    client.setQueryData(photos, { ...top, pageParams: [{ page: 7, starts: [] }] });
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await reopened()).getQueryData(photos)).toEqual(top);
  });

  it('is another person’s to nobody', async () => {
    client.setQueryData(posts, [{ id: 'p1' }]);
    keep();
    await vi.advanceTimersByTimeAsync(5_000);
    claimDevice('ben');
    expect((await reopened()).getQueryCache().getAll()).toEqual([]);
    leaveDevice();
    expect((await reopened()).getQueryCache().getAll()).toEqual([]);
  });

  it('is not written by a tab that was left open after the sign-out', async () => {
    keep();
    await vi.advanceTimersByTimeAsync(5_000);
    rows.clear();
    leaveDevice();
    client.setQueryData(posts, [{ id: 'p1' }]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(rows.size).toBe(0);
  });

  it('is gone after a week', async () => {
    keep();
    await vi.advanceTimersByTimeAsync(5_000);
    const [{ at } = { at: 0 }] = rows.values();
    expect((await reopened(at + SEEN_FOR_MS - 1)).getQueryData(userKey)).toEqual(ada);
    expect((await reopened(at + SEEN_FOR_MS)).getQueryData(userKey)).toBeUndefined();
  });

  it('shows nothing where it is not known whose it is, or storage never answers', async () => {
    client.removeQueries({ queryKey: userKey });
    client.setQueryData(posts, [{ id: 'p1' }]);
    keep();
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await reopened()).getQueryData(posts)).toBeUndefined();
    const stuck = openSeen(client, Date.now(), { ...store, read: never });
    await vi.advanceTimersByTimeAsync(5_000);
    await stuck;
  });

  it('is bounded in number', () => {
    const write = vi.fn<SeenStore['write']>(() => Promise.resolve());
    stops.push(keepSeen(client, 'ada', { ...store, write }));
    vi.advanceTimersByTime(5_000);
    expect(write.mock.calls.map(([, most]) => most)).toEqual([MOST_SEEN]);
  });
});

describe('the server, once it answers', () => {
  /** A read on screen whose answer is from the device. */
  function shown(read: () => Promise<unknown>): void {
    client.setQueryData(posts, 'seen', { updatedAt: 1 });
    stops.push(
      new QueryObserver(client, { queryKey: posts, queryFn: read, staleTime: Infinity }).subscribe(() => undefined),
    );
  }
  const lost = () => Promise.reject(networkError('r1'));
  const reachable = vi.fn(() => Promise.resolve());

  it('is asked anew for what is from the device, again where it was lost meanwhile', async () => {
    shown(vi.fn<() => Promise<unknown>>(() => Promise.resolve('now')).mockImplementationOnce(lost));
    await catchUp(client, 1_000, reachable);
    expect(client.getQueryData(posts)).toBe('now');
    expect(reachable).toHaveBeenCalledTimes(2);
  });

  it('is asked once for what it refuses', async () => {
    const read = vi.fn(() =>
      Promise.reject(
        toApiError({ status: 403, statusText: 'Forbidden', body: '{}', requestId: 'r1', retryAfter: null }),
      ),
    );
    shown(read);
    await catchUp(client, 1_000, reachable);
    expect(read).toHaveBeenCalledTimes(1);
    expect(client.getQueryData(posts)).toBe('seen');
  });

  it('is not asked before there is a network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await reopened();
    expect(onlineManager.isOnline()).toBe(false);
    vi.restoreAllMocks();
    await reopened();
    expect(onlineManager.isOnline()).toBe(true);
  });
});

describe('the age of what is on screen', () => {
  const show = (key: readonly unknown[], updatedAt: number) => {
    client.setQueryData(key, 'seen', { updatedAt });
    stops.push(
      new QueryObserver(client, { queryKey: key, queryFn: never, staleTime: Infinity }).subscribe(() => undefined),
    );
  };

  it('is that of its oldest answer of the business, where that is from before the page', () => {
    client.setQueryData(feed, 'not on screen', { updatedAt: 1 });
    show(userKey, 100);
    expect(seenAt(client, 1_000)).toBe(100);
    show(posts, 500);
    show(photos, 400);
    expect(seenAt(client, 1_000)).toBe(400);
    expect(seenAt(client, 400)).toBeNull();
  });

  it('is none where nothing is on screen', () => {
    expect(seenAt(createQueryClient(), 1_000)).toBeNull();
  });

  it('is followed on a page that the device has opened, and on no other', async () => {
    const follow = () =>
      renderHook(() => useSeenAt(), {
        wrapper: ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children),
      });
    const followed = vi.spyOn(client.getQueryCache(), 'subscribe');
    follow();
    expect(followed).not.toHaveBeenCalled();
    document.documentElement.setAttribute('data-opened-by-device', '');
    stops.push(() => document.documentElement.removeAttribute('data-opened-by-device'));
    const { result } = follow();
    expect(result.current).toBeNull();
    show(posts, 100);
    await act(() => vi.runOnlyPendingTimersAsync());
    expect(result.current).toBe(100);
  });
});

it('is decided for every read of the contract', () => {
  const reads = Object.values(routes).filter(({ method, answer }) => method === 'GET' && answer !== undefined);
  const decided = [...seenReads, ...neverKept];
  expect(reads.map(({ path }) => path).filter((path) => !decided.includes(path))).toEqual([]);
  const paths = new Set(reads.map(({ path }) => path));
  expect(decided.filter((path) => !paths.has(path as never))).toEqual([]);
  expect(neverKept.filter((path) => isSeenRead([rye, path, null]))).toEqual([]);
});
