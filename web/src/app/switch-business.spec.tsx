import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient, pageBusiness, routeKey, routes, setPageBusinessId } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { useSetNotification } from '#features/notifications/api/notifications.ts';
import { useSwitchBusiness } from '#features/businesses/api/switch-business.ts';

const rye = '00000000-0000-4000-8000-00000000000a';
const flax = '00000000-0000-4000-8000-00000000000b';
const oak = '00000000-0000-4000-8000-00000000000c';
const fetched = stubbedFetch();
let client: QueryClient;

function wrapper({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
const asked = (init: RequestInit | undefined) => (JSON.parse(String(init?.body)) as { businessId: string }).businessId;

beforeEach(() => {
  history.replaceState(null, '', '/');
  client = createQueryClient();
  setPageBusinessId(rye);
});

describe('switching the business', () => {
  it('shows the last one chosen, from whatever offers it, however the answers come', async () => {
    const sent: string[] = [];
    const first = Promise.withResolvers<void>();
    fetched.mockImplementation(async (_url, init) => {
      sent.push(asked(init));
      if (sent.length === 1) {
        await first.promise;
      }
      return Response.json({ businessId: asked(init) });
    });
    const { result } = renderHook(() => [useSwitchBusiness(), useSwitchBusiness()] as const, { wrapper });
    act(() => result.current[0].mutate(flax));
    act(() => result.current[1].mutate(oak));
    await waitFor(() => expect(sent).toEqual([flax]));
    first.resolve();
    await waitFor(() => expect(pageBusiness()).toBe(oak));
    expect(sent).toEqual([flax, oak]);
  });

  it.each([
    ['/schedule?platform=linkedin&view=week&week=2026-12-06', '/schedule?view=week&week=2026-12-06'],
    ['/schedule?post=1&platform=linkedin', '/schedule?post=1'],
    ['/media?search=rye#top', '/media#top'],
  ])('takes filters out of the address, which would hide what the next one has: %s', async (before, after) => {
    history.replaceState(null, '', before);
    fetched.mockImplementation((_url, init) => Promise.resolve(Response.json({ businessId: asked(init) })));
    const { result } = renderHook(() => useSwitchBusiness(), { wrapper });
    act(() => result.current.mutate(flax));
    await waitFor(() => expect(pageBusiness()).toBe(flax));
    expect(location.pathname + location.search + location.hash).toBe(after);
  });

  it('says so when it is refused, and stays', async () => {
    fetched.mockResolvedValue(new Response('', { status: 502 }));
    const { result } = renderHook(() => useSwitchBusiness(), { wrapper });
    act(() => result.current.mutate(flax));
    await waitFor(() =>
      expect(currentToasts()[0]?.description).toBe('The business could not be switched. Please try again.'),
    );
    expect(pageBusiness()).toBe(rye);
  });

  it('keeps what was read of the former one, marked as old when it is shown again', async () => {
    const photos = routeKey(routes.photos, { businessId: flax });
    client.setQueryData(photos, ['of flax']);
    fetched.mockImplementation((_url, init) => Promise.resolve(Response.json({ businessId: asked(init) })));
    const { result } = renderHook(() => useSwitchBusiness(), { wrapper });
    act(() => result.current.mutate(flax));
    await waitFor(() => expect(pageBusiness()).toBe(flax));
    expect(client.getQueryData(photos)).toEqual(['of flax']);
    expect(client.getQueryState(photos)?.isInvalidated).toBe(true);
  });
});

it('after a switch photos, albums and figures are read again after 200 ms, and nothing else', async () => {
  vi.useFakeTimers();
  fetched.mockImplementation((_url, init) => Promise.resolve(Response.json({ businessId: asked(init) })));
  const { result } = renderHook(() => useSwitchBusiness(), { wrapper });
  act(() => result.current.mutate(flax));
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(pageBusiness()).toBe(flax);
  const read = [routes.photos, routes.albums, routes.dashboardStats, routes.scheduledPosts] as const;
  const keys = read.map((route) => routeKey(route, { businessId: flax }));
  keys.forEach((key) => client.setQueryData(key, []));
  const areOld = () => keys.map((key) => client.getQueryState(key)?.isInvalidated);
  await act(() => vi.advanceTimersByTimeAsync(199));
  expect(areOld()).toEqual([false, false, false, false]);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(areOld()).toEqual([true, true, true, false]);
  vi.useRealTimers();
});

it('a change that is refused after a switch is taken back where it was made', async () => {
  const note = { id: 'n1', read: false };
  const listOf = (businessId: string) => routeKey(routes.notifications, { businessId });
  client.setQueryData(listOf(rye), [note]);
  client.setQueryData(listOf(flax), [{ id: 'n9', read: true }]);
  const answer = Promise.withResolvers<Response>();
  fetched.mockImplementation(() => answer.promise);
  const { result } = renderHook(() => useSetNotification(), { wrapper });
  act(() => result.current.mutate({ id: 'n1', read: true }));
  await waitFor(() => expect(client.getQueryData(listOf(rye))).toEqual([{ id: 'n1', read: true }]));
  act(() => setPageBusinessId(flax));
  answer.resolve(new Response('', { status: 502 }));
  await waitFor(() => expect(client.getQueryData(listOf(rye))).toEqual([note]));
  expect(client.getQueryData(listOf(flax))).toEqual([{ id: 'n9', read: true }]);
  expect(currentToasts()[0]?.description).toBe('The notification could not be changed. Please try again.');
});
