import { describe, expect, it, vi } from 'vitest';
import { eventStreamParser, listenLive, pathsOfHint } from './live.ts';
import { asList, createQueryClient, invalidateBusiness, invalidatePaths, previousOf, routeKey } from './query.ts';
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
    const posts = routeKey(routes.posts, { businessId: 'a', query: { status: 'draft' } });
    const photos = routeKey(routes.photos, { businessId: 'a' });
    client.setQueryData(posts, []);
    client.setQueryData(photos, []);
    await invalidatePaths(client, pathsOfHint.post);
    expect(client.getQueryState(posts)?.isInvalidated).toBe(true);
    expect(client.getQueryState(photos)?.isInvalidated).toBe(false);
  });

  it('checks a post again when an account or a photo changes', async () => {
    const client = createQueryClient();
    const check = ['a', '/api/posts/preflight', '{}'];
    for (const kind of ['account', 'photo'] as const) {
      client.setQueryData(check, { ok: false, platforms: [] });
      await invalidatePaths(client, pathsOfHint[kind]);
      expect(client.getQueryState(check)?.isInvalidated).toBe(true);
    }
  });

  it('keeps each business apart, and the person under none', async () => {
    const client = createQueryClient();
    const of = (businessId: string) => routeKey(routes.photos, { businessId });
    client.setQueryData(of('a'), ['of a']);
    client.setQueryData(of('b'), ['of b']);
    expect(client.getQueryData(of('a'))).toEqual(['of a']);
    expect(routeKey(routes.currentUser, { businessId: 'a' })).toEqual(
      routeKey(routes.currentUser, { businessId: 'b' }),
    );
    await invalidateBusiness(client, 'b');
    expect(client.getQueryState(of('a'))?.isInvalidated).toBe(false);
    expect(client.getQueryState(of('b'))?.isInvalidated).toBe(true);
  });

  it('marks a path and what is below it, not one that only begins alike', async () => {
    const client = createQueryClient();
    const status = routeKey(routes.socialStatus, { businessId: 'a' });
    const accounts = routeKey(routes.socialAccounts, { businessId: 'a' });
    client.setQueryData(status, {});
    client.setQueryData(accounts, []);
    await invalidatePaths(client, ['/api/social']);
    expect(client.getQueryState(status)?.isInvalidated).toBe(true);
    expect(client.getQueryState(accounts)?.isInvalidated).toBe(false);
  });

  it('holds a former answer on screen only for the same business', () => {
    const query = { queryKey: routeKey(routes.photos, { businessId: 'a' }) };
    expect(previousOf('a')(['of a'], query)).toEqual(['of a']);
    expect(previousOf('b')(['of a'], query)).toBeUndefined();
    expect(previousOf('a')(undefined, undefined)).toBeUndefined();
  });

  it('takes lists as arrays or pages, anything else as empty', () => {
    expect(asList([1])).toEqual([1]);
    expect(asList({ data: [2] })).toEqual([2]);
    expect(asList(null)).toEqual([]);
    expect(asList({ data: 'x' } as unknown as { data: readonly string[] })).toEqual([]);
  });
});
