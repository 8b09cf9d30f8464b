import { describe, expect, it, vi } from 'vitest';
import { eventStreamParser, listenLive, pathsOfHint } from './live.ts';
import { asList, createQueryClient, dropBusinessCaches, invalidatePaths, routeKey } from './query.ts';
import { routes } from './routes.ts';

describe('event stream', () => {
  it('is read across chunk borders, comments and several lines of data', () => {
    const got: string[] = [];
    const feed = eventStreamParser((data) => got.push(data));
    feed(': hello\n\nevent: hint\nda');
    feed('ta: {"type":"post"}\n');
    expect(got).toEqual([]);
    feed('\ndata: a\ndata: b\n\n');
    feed('data:c\r\n\r\n');
    expect(got).toEqual(['{"type":"post"}', 'a\nb', 'c']);
  });

  it('refetches the reads of a hint, once for a burst, and everything after a lost connection', async () => {
    const client = createQueryClient();
    const invalidated = vi.spyOn(client, 'invalidateQueries');
    const encoder = new TextEncoder();
    let opened = 0;
    const stopped = new Promise<void>((resolve) => {
      vi.stubGlobal(
        'fetch',
        vi.fn(() => {
          opened++;
          if (opened > 2) {
            resolve();
          }
          const body = new ReadableStream<Uint8Array>({
            start(controller) {
              if (opened === 1) {
                controller.enqueue(
                  encoder.encode(
                    'data: {"type":"post","id":"1"}\n\ndata: {"type":"post","id":"2"}\n\ndata: nonsense\n\n',
                  ),
                );
              }
              controller.close();
            },
          });
          return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }));
        }),
      );
    });
    vi.useFakeTimers();
    const stop = listenLive(client);
    await vi.advanceTimersByTimeAsync(5_000);
    await stopped;
    stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    const withPaths = invalidated.mock.calls.filter(([filter]) => filter !== undefined);
    const everything = invalidated.mock.calls.filter(([filter]) => filter === undefined);
    expect(withPaths).toHaveLength(1);
    expect(everything).toHaveLength(opened - 1);
  });
});

describe('cache', () => {
  it('has the defaults: never stale, no retries, no refetch by itself', () => {
    const { queries, mutations } = createQueryClient().getDefaultOptions();
    expect(queries).toMatchObject({
      staleTime: Infinity,
      retry: false,
      refetchOnWindowFocus: false,
      refetchInterval: false,
    });
    expect(mutations).toMatchObject({ retry: false });
  });

  it('marks what a hint touches and nothing else', async () => {
    const client = createQueryClient();
    const posts = routeKey(routes.posts, { query: { status: 'draft' } });
    const photos = routeKey(routes.photos);
    client.setQueryData(posts, []);
    client.setQueryData(photos, []);
    await invalidatePaths(client, pathsOfHint.post);
    expect(client.getQueryState(posts)?.isInvalidated).toBe(true);
    expect(client.getQueryState(photos)?.isInvalidated).toBe(false);
  });

  it('checks a post again when an account or a photo changes', async () => {
    const client = createQueryClient();
    const check = ['/api/posts/preflight', '{}'];
    for (const kind of ['account', 'photo'] as const) {
      client.setQueryData(check, { ok: false, platforms: [] });
      await invalidatePaths(client, pathsOfHint[kind]);
      expect(client.getQueryState(check)?.isInvalidated).toBe(true);
    }
  });

  it('forgets the former business, keeps the person', async () => {
    const client = createQueryClient();
    const user = routeKey(routes.currentUser);
    const photos = routeKey(routes.photos);
    client.setQueryData(user, { id: '1' });
    client.setQueryData(photos, ['old']);
    await dropBusinessCaches(client);
    expect(client.getQueryData(photos)).toBeUndefined();
    expect(client.getQueryData(user)).toEqual({ id: '1' });
  });

  it('takes lists as arrays or pages, anything else as empty', () => {
    expect(asList([1])).toEqual([1]);
    expect(asList({ data: [2] })).toEqual([2]);
    expect(asList(null)).toEqual([]);
    expect(asList({ data: 'x' } as unknown as { data: readonly string[] })).toEqual([]);
  });
});
