import type { Photo } from '@postloom/contracts';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createQueryClient, invalidatePaths, setPageBusinessId } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { rememberPhoto, replacePhoto, usePhotoCount, usePhotosById, useRecentPhotos } from './photos.ts';
import { usePhotoPages } from './photo-pages.ts';
import { photoPatch } from './photo-patch.ts';
import { aPhoto, photoId } from './testing/photos.ts';

const fetched = stubbedFetch();
const LIBRARY = 230;
let client: QueryClient;

function wrapper({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

const asked = () => fetched.mock.calls.map(([url]) => new URL(String(url), 'http://localhost').searchParams);

/** A library of 230 photos, by ids or by the page; the cursor is the place of the next row. */
beforeEach(() => {
  client = createQueryClient();
  fetched.mockImplementation((url) => {
    const query = new URL(String(url), 'http://localhost').searchParams;
    const ids = query.get('ids');
    if (ids) {
      const known = ids.split(',').filter((id) => Number(id.slice(-12)) <= LIBRARY);
      return Promise.resolve(Response.json(known.map((id) => aPhoto(Number(id.slice(-12))))));
    }
    const from = Number(query.get('cursor') ?? 0);
    const to = Math.min(LIBRARY, from + Number(query.get('limit')));
    const data = Array.from({ length: to - from }, (_, index) => aPhoto(from + index + 1));
    return Promise.resolve(Response.json({ data, nextCursor: to < LIBRARY ? String(to) : null, total: LIBRARY }));
  });
});

describe('photos by id', () => {
  it('are asked for together, each once, at most 100 at a time', async () => {
    const ids = Array.from({ length: 120 }, (_, index) => photoId(index + 1));
    const { result } = renderHook(() => [usePhotosById(ids), usePhotosById([...ids.slice(0, 3), ...ids])] as const, {
      wrapper,
    });
    await waitFor(() => expect(result.current[0].size).toBe(120));
    expect(result.current[1].size).toBe(120);
    expect(asked().map((query) => query.get('ids')?.split(',').length)).toEqual([100, 20]);
  });

  it('are kept: only new ones are asked for', async () => {
    const { result, rerender } = renderHook(({ ids }) => usePhotosById(ids), {
      wrapper,
      initialProps: { ids: [photoId(1)] },
    });
    await waitFor(() => expect(result.current.has(photoId(1))).toBe(true));
    rememberPhoto(client, null, aPhoto(3));
    rerender({ ids: [photoId(1), photoId(2), photoId(3)] });
    await waitFor(() => expect(result.current.size).toBe(3));
    expect(asked().map((query) => query.get('ids'))).toEqual([photoId(1), photoId(2)]);
  });

  it('are absent when they are gone, and read again together after a hint', async () => {
    const ids = [photoId(1), photoId(2), photoId(LIBRARY + 1)];
    const { result } = renderHook(() => usePhotosById(ids), { wrapper });
    await waitFor(() => expect(result.current.size).toBe(2));
    await act(() => invalidatePaths(client, ['/api/photos']));
    expect(asked().map((query) => query.get('ids'))).toEqual([ids.join(','), ids.join(',')]);
  });
});

describe('the library', () => {
  it('is read by the page and counts what it has not read', async () => {
    const { result } = renderHook(() => usePhotoPages().query, { wrapper });
    await waitFor(() => expect(result.current.data?.photos).toHaveLength(100));
    expect(result.current.data?.total).toBe(LIBRARY);
    for (const rows of [200, LIBRARY]) {
      await act(() => result.current.fetchNextPage());
      await waitFor(() => expect(result.current.data?.photos).toHaveLength(rows));
    }
    expect(result.current.hasNextPage).toBe(false);
    expect(new Set(result.current.data?.photos.map(({ id }) => id)).size).toBe(LIBRARY);
  });

  it('gives the dashboard its 8 newest and the count in one small read', async () => {
    const { result } = renderHook(() => [useRecentPhotos(), usePhotoCount()] as const, { wrapper });
    await waitFor(() => expect(result.current[1]).toBe(LIBRARY));
    expect(result.current[0].photos).toHaveLength(8);
    expect(asked().map(String)).toEqual(['limit=8']);
  });

  it('shows a change everywhere at once', async () => {
    const { result } = renderHook(
      () => [usePhotoPages().query, useRecentPhotos(), usePhotosById([photoId(1)])] as const,
      {
        wrapper,
      },
    );
    await waitFor(() => expect(result.current[2].size).toBe(1));
    await waitFor(() => expect(result.current[0].data?.photos).toHaveLength(100));
    act(() => replacePhoto(client, aPhoto(1, { altText: 'A loaf' })));
    await waitFor(() => {
      const [pages, recent, byId] = result.current;
      const shown = [pages.data?.photos[0], recent.photos[0], byId.get(photoId(1))];
      expect(shown.map((photo) => photo?.altText)).toEqual(['A loaf', 'A loaf', 'A loaf']);
    });
  });

  it('that was read to its end follows an upload, a change and a deletion by three small reads', async () => {
    const businessId = 'b';
    setPageBusinessId(businessId);
    const { result } = renderHook(() => [usePhotoPages().query, usePhotosById([photoId(7)])] as const, { wrapper });
    await waitFor(() => expect(result.current[0].data?.photos).toHaveLength(100));
    for (const rows of [200, LIBRARY]) {
      await act(() => result.current[0].fetchNextPage());
      await waitFor(() => expect(result.current[0].data?.photos).toHaveLength(rows));
    }
    const patch = photoPatch(client, businessId);
    const alsoStale = ['/api/albums', '/api/photos/{id}/similar', '/api/analytics'];
    const say = async (photo: Photo | null, id: string) => {
      fetched.mockResolvedValueOnce(Response.json(photo ? [photo] : []));
      await act(async () => expect(await patch([id])).toEqual(expect.arrayContaining(alsoStale)));
    };
    const before = fetched.mock.calls.length;
    await say(aPhoto(900, { createdAt: '2026-11-02T00:00:00Z' }), photoId(900));
    await say(aPhoto(7, { altText: 'Seven' }), photoId(7));
    await say(null, photoId(9));
    await waitFor(() => expect(result.current[0].data?.photos[0]?.id).toBe(photoId(900)));
    const { photos, total } = result.current[0].data ?? { photos: [], total: 0 };
    expect([photos.length, total]).toEqual([LIBRARY, LIBRARY]);
    expect(photos.some(({ id }) => id === photoId(9))).toBe(false);
    expect(photos.find(({ id }) => id === photoId(7))?.altText).toBe('Seven');
    expect(result.current[1].get(photoId(7))?.altText).toBe('Seven');
    expect(fetched.mock.calls.length - before).toBe(3);
    setPageBusinessId(null);
  });

  it('leaves old what is old for another reason', async () => {
    setPageBusinessId('b');
    const { result, unmount } = renderHook(() => usePhotoPages().query, { wrapper });
    await waitFor(() => expect(result.current.data?.photos).toHaveLength(100));
    unmount();
    const { queryKey } = client.getQueryCache().findAll()[0] ?? { queryKey: [] };
    await client.invalidateQueries({ queryKey, exact: true });
    await photoPatch(client, 'b')([photoId(1)]);
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
    setPageBusinessId(null);
  });

  it('of a search is read again: only the server knows what matches', async () => {
    setPageBusinessId('b');
    const { result } = renderHook(() => usePhotoPages({ search: 'photo' }).query, { wrapper });
    await waitFor(() => expect(result.current.data?.photos).toHaveLength(100));
    await act(async () => expect(await photoPatch(client, 'b')([photoId(1)])).not.toBeNull());
    await waitFor(() => expect(asked().filter((query) => query.has('search'))).toHaveLength(2));
    setPageBusinessId(null);
  });
});
