import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PlayedLocks, PlayedStreams } from '#lib/testing/tabs.ts';
import { listenLive } from './live.ts';
import { eventStreamParser } from './live-stream.ts';
import { createQueryClient, routeKey } from './query.ts';
import { routes } from './routes.ts';
import { onSessionLost } from './session-lost.ts';

const rye = 'business-a';
let streams: PlayedStreams;
let stops: (() => void)[];

/** A tab that shows the posts of a business: its reads, counted. */
function openTab(businessId = rye): { client: QueryClient; read: ReturnType<typeof vi.fn>; close(): void } {
  const client = createQueryClient();
  const read = vi.fn(() => Promise.resolve([]));
  const key = routeKey(routes.posts, { businessId });
  client.setQueryData(key, []);
  const unwatch = new QueryObserver(client, { queryKey: key, queryFn: read }).subscribe(() => undefined);
  const stop = listenLive(client, businessId);
  const close = () => {
    stop();
    unwatch();
    client.clear();
  };
  stops.push(close);
  return { client, read, close };
}

function setVisible(visible: boolean): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: visible ? 'visible' : 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  streams = new PlayedStreams();
  stops = [];
  vi.stubGlobal(
    'fetch',
    vi.fn((_url: string, init?: RequestInit) => Promise.resolve(streams.answer(init))),
  );
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  for (const stop of stops) {
    stop();
  }
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(document, 'visibilityState');
  Reflect.deleteProperty(navigator, 'locks');
});

function playLocks(): void {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: new PlayedLocks() });
}

describe('an event stream', () => {
  it('is read across chunk borders, comments and several lines of data', () => {
    const got: string[] = [];
    const spreads: number[] = [];
    const feed = eventStreamParser({ data: (data) => got.push(data), retry: (ms) => spreads.push(ms) });
    feed(': hello\n\nretry: 20');
    feed('00\n\nretry: soon\n\nevent: hint\nda');
    feed('ta: {"type":"post"}\n');
    expect(got).toEqual([]);
    feed('\ndata: a\ndata: b\n\n');
    feed('data:c\r\n\r\n');
    expect(got).toEqual(['{"type":"post"}', 'a\nb', 'c']);
    expect(spreads).toEqual([2000]);
  });
});

describe('one tab', () => {
  beforeEach(() => vi.useFakeTimers());

  it('reads again what a hint names, and not what it has just read itself', async () => {
    const { read } = openTab();
    await vi.advanceTimersByTimeAsync(1000);
    expect(streams.open.size).toBe(1);
    expect(read).not.toHaveBeenCalled();
    streams.hint('post', '1');
    await vi.advanceTimersByTimeAsync(100);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('asks for what was told since the page was opened, and after a loss for nothing that it reads again', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(700.5);
    openTab();
    await vi.advanceTimersByTimeAsync(10);
    streams.end();
    await vi.advanceTimersByTimeAsync(1000);
    expect(vi.mocked(fetch).mock.calls.map(([url]) => url)).toEqual(['/api/events?age=2701', '/api/events?age=0']);
  });

  it('of a page that has been there for longer asks for all that the server keeps', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(600_000);
    vi.mocked(fetch).mockRejectedValueOnce(new TypeError('Failed to fetch'));
    openTab();
    await vi.advanceTimersByTimeAsync(1000);
    const all = '/api/events?age=30000';
    expect(vi.mocked(fetch).mock.calls.map(([url]) => url)).toEqual([all, all]);
  });

  it.each([
    [1900, 0],
    [2100, 1],
  ])('whose stream takes %i ms to open reads %i times again what it shows', async (ms, reads) => {
    vi.mocked(fetch).mockImplementationOnce(async (_url, init) => {
      await new Promise((resolve) => {
        setTimeout(resolve, ms);
      });
      return streams.answer(init);
    });
    const { read } = openTab();
    await vi.advanceTimersByTimeAsync(3000);
    expect([streams.open.size, read.mock.calls.length]).toEqual([1, reads]);
  });

  it('gives up a connection that is silent for 50 seconds, and reads everything again', async () => {
    const { read } = openTab();
    await vi.advanceTimersByTimeAsync(40_000);
    streams.write(': still here\n\n');
    await vi.advanceTimersByTimeAsync(49_000);
    expect(streams.opened).toBe(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(streams.open.size).toBe(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(streams.opened).toBe(2);
    await vi.advanceTimersByTimeAsync(100);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('comes back after a pause that is drawn at random and grows', async () => {
    vi.mocked(Math.random).mockReturnValue(0.9);
    const fetched = vi.mocked(fetch);
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    openTab();
    await vi.advanceTimersByTimeAsync(899);
    expect(fetched).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(fetched).toHaveBeenCalledTimes(2);
    vi.mocked(Math.random).mockReturnValue(0.1);
    await vi.advanceTimersByTimeAsync(1800);
    expect(fetched).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(400);
    expect(fetched).toHaveBeenCalledTimes(4);
    // However often it fails, one draw is never longer than 30 s.
    vi.mocked(Math.random).mockReturnValue(1);
    await vi.advanceTimersByTimeAsync(8000 + 16_000 + 30_000 + 30_000 + 30_000);
    expect(fetched).toHaveBeenCalledTimes(9);
  });

  it('comes back at a moment of the time that the server has named last, and at most of 30 s', async () => {
    openTab();
    await vi.advanceTimersByTimeAsync(10);
    const cameBackAfter = async (ms: number) => {
      const before = streams.opened;
      streams.end();
      await vi.advanceTimersByTimeAsync(ms - 1);
      expect(streams.opened).toBe(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(streams.opened).toBe(before + 1);
    };
    streams.write('retry: 4000\n\n');
    streams.write('retry: 20000\n\n');
    await cameBackAfter(10_000);
    streams.write('retry: 600000\n\n');
    await cameBackAfter(15_000);
  });

  it('waits as long as a server asks that has no room', async () => {
    const fetched = vi.mocked(fetch);
    fetched.mockResolvedValueOnce(new Response('{}', { status: 429, headers: { 'Retry-After': '30' } }));
    openTab();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(fetched).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(500);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('tries at once when the browser is online again', async () => {
    const fetched = vi.mocked(fetch);
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    openTab();
    await vi.advanceTimersByTimeAsync(10);
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(10);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('ends with the session', async () => {
    const lost = vi.fn();
    stops.push(onSessionLost(lost));
    vi.mocked(fetch).mockResolvedValue(new Response('{}', { status: 401 }));
    openTab();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(lost).toHaveBeenCalledOnce();
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('lets go while it is hidden and reads what is on screen when it comes back', async () => {
    const { read } = openTab();
    await vi.advanceTimersByTimeAsync(3000);
    setVisible(false);
    await vi.advanceTimersByTimeAsync(14_000);
    setVisible(true);
    await vi.advanceTimersByTimeAsync(30_000);
    streams.write(': still here\n\n');
    expect([streams.opened, read.mock.calls.length]).toEqual([1, 0]);
    setVisible(false);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(streams.open.size).toBe(0);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(streams.opened).toBe(1);
    setVisible(true);
    await vi.advanceTimersByTimeAsync(200);
    expect([streams.opened, read.mock.calls.length]).toEqual([2, 1]);
  });

  it('that was opened in the background reads again when it is first seen', async () => {
    setVisible(false);
    const { read } = openTab();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(streams.opened).toBe(0);
    setVisible(true);
    await vi.advanceTimersByTimeAsync(200);
    expect([streams.opened, read.mock.calls.length]).toEqual([1, 1]);
  });
});

describe('ten tabs of a business', () => {
  beforeEach(playLocks);

  it('share one stream, and each reads again what a hint names', async () => {
    const tabs = Array.from({ length: 10 }, () => openTab());
    await waitFor(() => expect(streams.open.size).toBe(1));
    streams.hint('post', '1');
    await waitFor(() => expect(tabs.map(({ read }) => read.mock.calls.length)).toEqual(tabs.map(() => 1)));
    expect(streams.opened).toBe(1);
  });

  it('learn what was told while they loaded, though the stream was open before', async () => {
    const first = openTab();
    await waitFor(() => expect(streams.open.size).toBe(1));
    streams.hint('post', '1');
    await waitFor(() => expect(first.read).toHaveBeenCalledTimes(1));
    const second = openTab();
    await waitFor(() => expect(second.read).toHaveBeenCalledTimes(1));
    expect(streams.opened).toBe(1);
  });

  it('learn nothing that was told before they were opened', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    const first = openTab();
    await vi.waitFor(() => expect(streams.open.size).toBe(1));
    streams.hint('post', '1');
    await vi.waitFor(() => expect(first.read).toHaveBeenCalledTimes(1));
    vi.advanceTimersByTime(5000);
    vi.spyOn(performance, 'now').mockReturnValue(1000);
    const channel = new BroadcastChannel(`postloom-live ${rye}`);
    const told = new Promise<void>((resolve) => {
      channel.onmessage = ({ data }: MessageEvent<{ kind: string }>) => (data.kind === 'live' ? resolve() : undefined);
    });
    const second = openTab();
    await told;
    channel.close();
    await new Promise(setImmediate);
    vi.advanceTimersByTime(1000);
    expect(second.read).not.toHaveBeenCalled();
    streams.hint('post', '2');
    await vi.waitFor(() => expect([first, second].map(({ read }) => read.mock.calls.length)).toEqual([2, 1]));
  });

  it('go on when the one that holds the stream is closed, and miss nothing of the change', async () => {
    const [first, second, third] = [openTab(), openTab(), openTab()];
    await waitFor(() => expect(streams.open.size).toBe(1));
    first.close();
    await waitFor(() => expect(streams.opened).toBe(2));
    expect(streams.open.size).toBe(1);
    streams.hint('post', '1');
    await waitFor(() => expect([second, third].map(({ read }) => read.mock.calls.length > 0)).toEqual([true, true]));
    expect(first.read).not.toHaveBeenCalled();
  });

  it('hold one stream for each business they show', async () => {
    const [a, b] = [openTab(), openTab('business-b')];
    await waitFor(() => expect(streams.open.size).toBe(2));
    expect([...streams.open.values()].map(({ businessId }) => businessId).sort()).toEqual([rye, 'business-b']);
    a.close();
    await waitFor(() => expect(streams.open.size).toBe(1));
    expect(b.read).not.toHaveBeenCalled();
  });

  it('all read again when the shared stream was lost for a while', async () => {
    const tabs = [openTab(), openTab()];
    await waitFor(() => expect(streams.open.size).toBe(1));
    streams.end();
    await waitFor(() => expect(streams.opened).toBe(2), { timeout: 3000 });
    await waitFor(() => expect(tabs.map(({ read }) => read.mock.calls.length)).toEqual([1, 1]));
  });
});
