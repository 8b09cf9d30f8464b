import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hintOf, hintRefresh, isPathOf, pathsOfHint, type HintKind, type RowPatch } from './live-hints.ts';
import { createQueryClient, routeKey } from './query.ts';
import { routes } from './routes.ts';

const rye = 'business-a';
const flax = 'business-b';
const postsOf = (businessId: string) => routeKey(routes.posts, { businessId });
let client: QueryClient;

/** Reads that no hint touches: settings of the person or of the installation, files, and pages for people. */
const withoutHints = [
  '/api/auth/sessions',
  '/api/auth/provider',
  '/api/auth/security',
  '/api/auth/login/second',
  '/api/user/audit-log',
  '/api/user/export',
  '/api/user/export/status',
  '/api/user/import',
  '/api/industry-templates',
  '/api/data-deletion-status',
  '/api/notifications/device',
  '/api/notifications/preferences',
  '/api/notifications/unsubscribe/link',
  '/api/user/settings',
  '/api/ai-settings',
  '/api/caption-voice',
  '/api/captions',
  '/api/calendar/feed',
  '/api/billing/preview',
  '/api/best-times',
  '/api/report-shares',
  '/api/reports/brand',
  '/api/reports/logo',
  '/api/reports/schedules',
  '/api/social/{platform}/auth',
  // Each text is asked for anew, and its answer is old after half a minute.
  '/api/search',
  // An upload asks for its own addresses.
  '/api/uploader',
  '/api/uploader/s3/params',
  '/api/uploader/s3/multipart/{uploadId}',
  '/api/uploader/s3/multipart/{uploadId}/{partNumber}',
];

/** A read on screen, and how often it was asked. */
function watched(key: readonly unknown[], answer: () => Promise<unknown>) {
  const read = vi.fn(answer);
  client.setQueryData(key, 'seen before');
  const observer = new QueryObserver(client, { queryKey: key, queryFn: read, staleTime: Infinity });
  observer.subscribe(() => undefined);
  return read;
}

beforeEach(() => {
  vi.useFakeTimers();
  client = createQueryClient();
});
afterEach(() => {
  vi.useRealTimers();
  client.clear();
});

describe('a burst of hints', () => {
  it('of 200 costs one read at once and one a second after', async () => {
    const read = watched(postsOf(rye), () => Promise.resolve([]));
    const refresh = hintRefresh(client, rye);
    const send = (from: number, to: number) => {
      for (let index = from; index < to; index++) {
        refresh.take({ type: index % 2 === 0 ? 'post' : 'photo', id: String(index) });
      }
    };
    send(0, 100);
    await vi.advanceTimersByTimeAsync(79);
    expect(read).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(read).toHaveBeenCalledTimes(1);
    send(100, 200);
    await vi.advanceTimersByTimeAsync(999);
    expect(read).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(read).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(read).toHaveBeenCalledTimes(2);
    refresh.stop();
  });

  it('never cuts off a read that is slower than the hints, and reads once more after it', async () => {
    let version = 0;
    const read = watched(postsOf(rye), () => new Promise((resolve) => setTimeout(() => resolve(version), 3000)));
    const cancelled = vi.spyOn(client, 'cancelQueries');
    const refresh = hintRefresh(client, rye);
    for (let second = 0; second < 5; second++) {
      version++;
      refresh.take({ type: 'post', id: 'p' });
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(read).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(client.getQueryData(postsOf(rye))).toBe(version);
    expect(read).toHaveBeenCalledTimes(3);
    expect(cancelled).not.toHaveBeenCalled();
    refresh.stop();
  });

  it('touches its own business and the person alone', async () => {
    const other = watched(postsOf(flax), () => Promise.resolve([]));
    const user = watched(routeKey(routes.currentUser, { businessId: null }), () => Promise.resolve({}));
    const refresh = hintRefresh(client, rye);
    refresh.take({ type: 'post', id: 'p' });
    refresh.take({ type: 'limits', id: 'u' });
    refresh.missed();
    await vi.advanceTimersByTimeAsync(5000);
    expect(other).not.toHaveBeenCalled();
    expect(user).toHaveBeenCalled();
    refresh.stop();
  });

  it('says nothing any more once stopped', async () => {
    const read = watched(postsOf(rye), () => Promise.resolve([]));
    const refresh = hintRefresh(client, rye);
    refresh.take({ type: 'post', id: 'p' });
    refresh.stop();
    refresh.take({ type: 'post', id: 'p' });
    await vi.advanceTimersByTimeAsync(5000);
    expect(read).not.toHaveBeenCalled();
  });
});

describe('rows that are known', () => {
  it('are changed by their ids, together, and the lists are left alone', async () => {
    const read = watched(postsOf(rye), () => Promise.resolve([]));
    const stats = watched(routeKey(routes.postStats, { businessId: rye }), () => Promise.resolve({}));
    const patch = vi.fn<RowPatch>(() => Promise.resolve(['/api/posts/stats']));
    const refresh = hintRefresh(client, rye, { post: patch });
    for (const id of ['1', '2', '1', '3']) {
      refresh.take({ type: 'post', id });
    }
    await vi.advanceTimersByTimeAsync(5000);
    expect(patch.mock.calls).toEqual([[['1', '2', '3']]]);
    expect(read).not.toHaveBeenCalled();
    expect(stats).toHaveBeenCalledTimes(1);
    refresh.stop();
  });

  it('are asked for one batch after the other, so that no older answer comes last', async () => {
    const answers: ((stale: readonly string[]) => void)[] = [];
    const patch = vi.fn<RowPatch>(() => new Promise((resolve) => answers.push(resolve)));
    const refresh = hintRefresh(client, rye, { post: patch });
    refresh.take({ type: 'post', id: '1' });
    await vi.advanceTimersByTimeAsync(100);
    refresh.take({ type: 'post', id: '1' });
    await vi.advanceTimersByTimeAsync(5000);
    expect(patch.mock.calls).toEqual([[['1']]]);
    answers[0]?.([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(patch.mock.calls).toEqual([[['1']], [['1']]]);
    refresh.stop();
  });

  it.each([
    ['is not enough', () => Promise.resolve(null)],
    ['fails', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('are followed by the lists when that %s', async (_, patch) => {
    const read = watched(postsOf(rye), () => Promise.resolve([]));
    const refresh = hintRefresh(client, rye, { post: patch });
    refresh.take({ type: 'post', id: '1' });
    await vi.advanceTimersByTimeAsync(5000);
    expect(read).toHaveBeenCalledTimes(1);
    refresh.stop();
  });
});

describe('the paths of hints', () => {
  it('are exact: a part in braces is no path of its own', () => {
    expect(isPathOf('/api/posts/{id}', '/api/posts/0192f3c0')).toBe(true);
    expect(isPathOf('/api/posts/{id}', '/api/posts/preflight')).toBe(false);
    expect(isPathOf('/api/posts', '/api/posts')).toBe(true);
    expect(isPathOf('/api/posts', '/api/posts/0192f3c0')).toBe(false);
    expect(isPathOf('/api/recurring-schedules/{id}/upcoming', '/api/recurring-schedules/1/upcoming')).toBe(true);
  });

  it('do not check a post again because another one changed, but do when an account or a photo did', () => {
    expect(pathsOfHint.post).not.toContain('/api/posts/preflight');
    for (const kind of ['account', 'photo'] as const) {
      expect(pathsOfHint[kind]).toContain('/api/posts/preflight');
    }
  });

  it('name every read of the contract, or it is known to need none', () => {
    const reads = Object.values(routes).filter(({ method, answer }) => method === 'GET' && answer !== undefined);
    const named = new Set([...Object.values(pathsOfHint).flat(), ...withoutHints]);
    expect(reads.map(({ path }) => path).filter((path) => !named.has(path))).toEqual([]);
    const paths = new Set(Object.values(routes).map(({ path }) => path));
    expect([...named].filter((path) => !paths.has(path))).toEqual([]);
  });

  it('are asked only for kinds this page knows', () => {
    expect(hintOf('{"type":"post","id":"1"}')).toEqual({ type: 'post', id: '1' } satisfies {
      type: HintKind;
      id: string;
    });
    for (const text of ['{}', 'nonsense', '{"type":"weather","id":"1"}', 'null']) {
      expect(hintOf(text)).toBeNull();
    }
  });
});
