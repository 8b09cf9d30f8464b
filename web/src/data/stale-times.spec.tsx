import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { useRecentPhotos } from './photos.ts';
import { useSoonestPosts } from './posts.ts';
import { useStats } from './stats.ts';

const fetched = stubbedFetch();
const stats = {
  ...{ totalPhotos: 0, scheduledPosts: 0, postsThisMonth: 0, engagementRate: 0, engagementMeasured: false },
  lastMonth: { posts: null, engagementRate: null },
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') });
  fetched.mockImplementation((url) =>
    Promise.resolve(Response.json(String(url).includes('stats') ? stats : { data: [], nextCursor: null, total: 0 })),
  );
});
afterEach(() => vi.useRealTimers());

describe('a screen that opens', () => {
  it.each([
    ['figures after 5 minutes', useStats, 5],
    ['photos after 2 minutes', useRecentPhotos, 2],
    ['posts after 1 minute', useSoonestPosts, 1],
  ])('reads %s again, not earlier and not by itself', async (_, useIt, minutes) => {
    const client = createQueryClient();
    const open = async () => {
      const { unmount } = renderHook(() => useIt(), {
        wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
      });
      await act(() => vi.advanceTimersByTimeAsync(0));
      return unmount;
    };
    const leave = await open();
    await act(() => vi.advanceTimersByTimeAsync(minutes * 60_000 - 1_000));
    expect(fetched).toHaveBeenCalledTimes(1);
    (await open())();
    expect(fetched).toHaveBeenCalledTimes(1);
    leave();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    (await open())();
    expect(fetched).toHaveBeenCalledTimes(2);
  });
});
