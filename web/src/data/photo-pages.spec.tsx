import type { Photo } from '@postloom/contracts';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createQueryClient, setPageBusinessId, type Pages } from '#lib/api/index.ts';
import { refusal } from '#lib/testing/answers.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { usePhotoPages } from './photo-pages.ts';
import { photoPatch } from './photo-patch.ts';
import { aPhoto, photoId } from './testing/photos.ts';

const fetched = stubbedFetch();
let client: QueryClient;
/** Numbers of the photos there are; the cursor of a page is the number of the photo before it. */
let library: number[];
/** Photos that the total counts besides. */
let uncounted: number;
let fails: boolean;
/** What pages but the first wait for. */
let held: Promise<void>;

function wrapper({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

beforeEach(() => {
  client = createQueryClient();
  setPageBusinessId('b');
  library = Array.from({ length: 2_350 }, (_, index) => index + 1);
  uncounted = 0;
  fails = false;
  held = Promise.resolve();
  fetched.mockImplementation(async (url) => {
    const query = new URL(String(url), 'http://localhost').searchParams;
    await (query.has('cursor') ? held : undefined);
    if (fails) {
      return refusal(503, 'unavailable', 'Part of Postloom is restarting.');
    }
    const after = Number(query.get('cursor') ?? 0);
    const rest = library.filter((number) => number > after);
    const numbers = rest.slice(0, Number(query.get('limit')));
    const nextCursor = rest.length > numbers.length ? String(numbers.at(-1)) : null;
    return Response.json({
      data: numbers.map((number) => aPhoto(number)),
      nextCursor,
      total: library.length + uncounted,
    });
  });
});
afterEach(() => setPageBusinessId(null));

const cursors = () =>
  fetched.mock.calls.map(([url]) => new URL(String(url), 'http://localhost').searchParams.get('cursor'));
const numberOf = (photo: { id: string } | undefined) => Number(photo?.id.slice(-12));

type Hook = { current: ReturnType<typeof usePhotoPages> };
const listOf = ({ current }: Hook) => {
  const { photos, before, reach } = current.query.data ?? { photos: [], before: 0, reach: 0 };
  return { first: numberOf(photos[0]), count: photos.length, before, reach };
};

/** A library whose pages were read by scrolling down until the page with this number is there. */
async function readTo(page: number): Promise<Hook> {
  const { result } = renderHook(() => usePhotoPages(), { wrapper });
  await waitFor(() => expect(listOf(result).count).toBe(100));
  for (let read = 1; read <= page; read += 1) {
    const end = listOf(result).before + listOf(result).count;
    act(() => result.current.readNear(end - 10, end));
    await waitFor(
      () => expect(listOf(result).before + listOf(result).count).toBe(Math.min(library.length, end + 100)),
      {
        interval: 1,
      },
    );
  }
  fetched.mockClear();
  return result;
}

describe('a long library', () => {
  it('keeps ten pages, those next to what is shown, and knows how far it reaches', async () => {
    const result = await readTo(14);
    expect(listOf(result)).toEqual({ first: 501, count: 1_000, before: 500, reach: 1_600 });
    expect(result.current.query.data?.total).toBe(2_350);
  });

  it('reads nothing in the middle of what it keeps', async () => {
    const result = await readTo(14);
    act(() => result.current.readNear(900, 950));
    expect(cursors()).toEqual([]);
  });

  it('reads on half a second before a fling comes to the end of what it keeps', async () => {
    const result = await readTo(0);
    act(() => result.current.readNear(0, 30));
    expect(cursors()).toEqual([]);
    act(() => result.current.readNear(15, 45));
    await waitFor(() => expect(listOf(result).count).toBe(200));
    expect(cursors()).toEqual(['100']);
  });

  it('reads the page before when its beginning comes near, and lets the last one go', async () => {
    const result = await readTo(14);
    act(() => result.current.readNear(510, 540));
    await waitFor(() => expect(listOf(result)).toEqual({ first: 401, count: 1_000, before: 400, reach: 1_600 }));
    expect(cursors()).toEqual(['400']);
  });

  it('goes to the top at once, and down again to where it had been', async () => {
    const result = await readTo(14);
    act(() => result.current.readNear(0, 30));
    await waitFor(() => expect(listOf(result)).toEqual({ first: 1, count: 100, before: 0, reach: 1_600 }));
    act(() => result.current.readNear(1_210, 1_240));
    await waitFor(() => expect(listOf(result)).toEqual({ first: 1_201, count: 100, before: 1_200, reach: 1_600 }));
    expect(cursors()).toEqual([null, '1200']);
  });

  it('reads to the very end, and then knows it', async () => {
    const result = await readTo(23);
    expect(listOf(result)).toEqual({ first: 1_401, count: 950, before: 1_400, reach: 2_350 });
    expect(result.current.query.hasNextPage).toBe(false);
  });

  it('reads what it keeps once more when a page before it no longer ends where it did', async () => {
    const result = await readTo(14);
    library = library.filter((number) => number < 420 || number >= 430);
    act(() => result.current.readNear(510, 540));
    await waitFor(() => expect(listOf(result)).toMatchObject({ first: 401, count: 990, before: 400 }));
    act(() => result.current.readNear(510, 540));
    await waitFor(() => expect(listOf(result)).toMatchObject({ first: 401, count: 1_000, before: 400 }));
    expect(new Set(result.current.query.data?.photos.map(({ id }) => id)).size).toBe(1_000);
    expect(result.current.query.data?.photos.map(numberOf).slice(90, 110)).toEqual(
      Array.from({ length: 20 }, (_, index) => 501 + index),
    );
  });

  it('does not ask on and on when that fails', async () => {
    const result = await readTo(14);
    library = library.filter((number) => number < 420 || number >= 430);
    act(() => result.current.readNear(510, 540));
    await waitFor(() => expect(listOf(result).before).toBe(400));
    fails = true;
    act(() => result.current.readNear(510, 540));
    await waitFor(() => expect(result.current.query.isRefetchError).toBe(true));
    const asked = cursors().length;
    act(() => result.current.readNear(510, 540));
    expect(cursors()).toHaveLength(asked);
    expect(listOf(result).count).toBe(990);
  });

  it('begins anew when everything beyond a place is gone', async () => {
    const result = await readTo(14);
    act(() => result.current.readNear(0, 30));
    await waitFor(() => expect(listOf(result).before).toBe(0));
    library = library.slice(0, 300);
    act(() => result.current.readNear(1_210, 1_240));
    await waitFor(() => expect(listOf(result)).toEqual({ first: 1, count: 100, before: 0, reach: 200 }));
  });

  it('goes on when what is left there is nothing, and more has come elsewhere', async () => {
    const result = await readTo(14);
    act(() => result.current.readNear(0, 30));
    await waitFor(() => expect(listOf(result).before).toBe(0));
    library = library.slice(0, 1_150);
    uncounted = 1_200;
    act(() => result.current.readNear(1_210, 1_240));
    await waitFor(() => expect(listOf(result)).toMatchObject({ before: 0, reach: 200 }));
  });

  it('is at its top at once after everything it keeps has become old', async () => {
    const result = await readTo(14);
    held = new Promise(() => undefined);
    act(() => void result.current.query.refetch());
    await waitFor(() => expect(cursors()).toEqual(['500']));
    act(() => result.current.readNear(0, 30));
    await waitFor(() => expect(listOf(result)).toMatchObject({ first: 1, before: 0 }));
    expect(cursors()).toEqual(['500', null]);
  });

  it('is read backwards when all of what was kept is gone', async () => {
    const result = await readTo(14);
    library = library.slice(0, 500);
    await act(() => result.current.query.refetch());
    await waitFor(() => expect(listOf(result)).toMatchObject({ count: 0, before: 500, reach: 500 }));
    act(() => result.current.readNear(480, 500));
    await waitFor(() => expect(listOf(result)).toMatchObject({ first: 401, before: 400, reach: 500 }));
  });

  it('forgets a page that could not be reached when another list is shown', async () => {
    const { result, rerender } = renderHook(({ search }) => usePhotoPages(search), {
      wrapper,
      initialProps: { search: {} },
    });
    await waitFor(() => expect(listOf(result).count).toBe(100));
    client.setQueryData(client.getQueryCache().findAll()[0]?.queryKey ?? [], (data: Pages<Photo>) => ({
      ...data,
      pageParams: [
        { page: 9, starts: Array.from({ length: 10 }, (_, n) => ({ cursor: String(n * 100), at: n * 100 })) },
      ],
    }));
    await waitFor(() => expect(listOf(result).before).toBe(900));
    fails = true;
    act(() => result.current.readNear(0, 30));
    await waitFor(() => expect(result.current.hasFailed).toBe(true));
    fails = false;
    rerender({ search: { search: 'photo' } });
    await waitFor(() => expect(listOf(result).before).toBe(0));
    expect(result.current.hasFailed).toBe(false);
  });

  it.each([
    ['before', 510],
    ['far away', 0],
  ])('waits to be asked again when a page %s could not be read', async (_name, from) => {
    const result = await readTo(14);
    fails = true;
    act(() => result.current.readNear(from, from + 30));
    await waitFor(() => expect(result.current.hasFailed).toBe(true));
    act(() => result.current.readNear(from, from + 30));
    expect(cursors()).toHaveLength(1);
    fails = false;
    act(() => result.current.readAgain());
    await waitFor(() => expect(listOf(result).before).toBe(from === 0 ? 0 : 400));
    expect(result.current.hasFailed).toBe(false);
  });

  it('counts a new photo while something further down is shown', async () => {
    const result = await readTo(14);
    const shown = listOf(result);
    library = [0, ...library];
    fetched.mockResolvedValueOnce(Response.json([aPhoto(9_000, { createdAt: '2026-12-01T00:00:00Z' })]));
    await act(async () => expect(await photoPatch(client, 'b')([photoId(9_000)])).not.toBeNull());
    await waitFor(() => expect(result.current.query.data?.total).toBe(2_351));
    expect(listOf(result)).toMatchObject({ first: shown.first, count: shown.count, before: shown.before });
  });

  it('keeps every photo at its place when the first page has grown by uploads and goes', async () => {
    const result = await readTo(9);
    const uploads = Array.from({ length: 60 }, (_, n) => aPhoto(9_000 + n, { createdAt: '2026-12-01T00:00:00Z' }));
    fetched.mockResolvedValueOnce(Response.json(uploads));
    await act(async () => expect(await photoPatch(client, 'b')(uploads.map(({ id }) => id))).not.toBeNull());
    await waitFor(() => expect(listOf(result).count).toBe(1_060));
    act(() => result.current.readNear(1_040, 1_060));
    await waitFor(() => expect(listOf(result)).toMatchObject({ first: 101, before: 160, count: 1_000 }));
    expect(result.current.query.data?.total).toBe(2_350);
  });

  it('keeps the photos that say the same when it is read again', async () => {
    const result = await readTo(11);
    const before = result.current.query.data?.photos ?? [];
    const { data } = result.current.query;
    await act(() => result.current.query.refetch());
    await waitFor(() => expect(result.current.query.data).not.toBe(data));
    const after = result.current.query.data?.photos ?? [];
    expect(after.every((photo, index) => photo === before[index])).toBe(true);
  });
});
