import type { Photo } from '@postloom/contracts';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { render, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { PhotoPicker } from './components/photo-picker.tsx';
import { removeTwins } from './remove-twins.ts';
import { sayArrived } from './say-arrived.ts';
import { answer, fall, libraryServer, server, winter } from './testing/library-server.ts';

const fetched = libraryServer();
const businessId = '00000000-0000-4000-8000-00000000000a';
let client: QueryClient;

beforeEach(() => {
  client = createQueryClient();
  const albumOf: Record<number, string> = { 2: winter };
  server.library = [1, 2, 3, 11, 12].map((n) => aPhoto(n, { albumId: albumOf[n] ?? null }));
  fetched.mockImplementation((address, init) => {
    const url = new URL(String(address), 'http://localhost');
    const ids = url.searchParams.get('ids')?.split(',');
    return Promise.resolve(
      ids ? Response.json(server.library.filter(({ id }) => ids.includes(id))) : answer(url, init),
    );
  });
});

/** The photos 11, 12 and so on were uploaded although the library had 1, 2 and so on. */
const copyOf = (n: number, albumId: string | null = null) => ({ id: photoId(10 + n), sameAs: photoId(n), albumId });
const said = () => currentToasts()[0];
const ids = () => server.library.map(({ id }) => id);

describe('a copy of a photo that the library had', () => {
  it('gives its place in what is being written to that photo before it is gone', async () => {
    const onSucceeded = vi.fn<(id: string, successor: Photo) => void>(() => expect(ids()).toContain(photoId(11)));
    const picker = (value: readonly string[], listener?: typeof onSucceeded, onUploaded = vi.fn()) => (
      <PhotoPicker
        {...{ businessId, value, onUploaded }}
        full={false}
        onToggle={() => undefined}
        {...(listener ? { onSucceeded: listener } : {})}
      />
    );
    const [uploaded, untouched] = [vi.fn(), vi.fn()];
    render(
      <QueryClientProvider client={client}>
        {picker([photoId(3), photoId(11)], onSucceeded)}
        {picker([photoId(11)], undefined, uploaded)}
        {picker([photoId(3)], untouched)}
      </QueryClientProvider>,
    );
    sayArrived(client, businessId, 1, [copyOf(1)]);
    said()?.action?.onSelect();
    await waitFor(() => expect(said()?.description).toBe('1 extra copy removed'));
    expect(onSucceeded).toHaveBeenCalledExactlyOnceWith(photoId(11), expect.objectContaining({ id: photoId(1) }));
    expect(uploaded).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: photoId(1) }));
    expect(untouched).not.toHaveBeenCalled();
    expect(ids()).not.toContain(photoId(11));
  });

  it('is kept or not by words that fit how many there are', () => {
    const offered = (...twins: ReturnType<typeof copyOf>[]) => {
      sayArrived(client, businessId, 2, twins);
      return said()?.action?.label;
    };
    expect(offered(copyOf(1))).toBe('Use the one I had');
    expect(offered(copyOf(1), copyOf(2))).toBe('Keep only the ones I had');
  });

  it('stays when the one that was there is gone: it is the last', async () => {
    server.library = server.library.filter(({ id }) => id !== photoId(1));
    await removeTwins(client, businessId, [copyOf(1)]);
    expect(ids()).toContain(photoId(11));
    expect(server.bulks).toEqual([]);
    expect(said()).toMatchObject({
      title: 'Nothing was removed',
      description: 'The photo you had was deleted meanwhile, so the new copy stays.',
    });
  });

  it('leaves its album to the one that was there, if that is in none', async () => {
    await removeTwins(client, businessId, [copyOf(1, fall)]);
    expect(server.library.find(({ id }) => id === photoId(1))?.albumId).toBe(fall);
    expect(said()?.description).toBe('1 extra copy removed. The photo you had is now in Fall menu.');
  });

  it('leaves one that is in another album there, and says in which', async () => {
    await removeTwins(client, businessId, [copyOf(1, fall), copyOf(2, fall)]);
    expect(server.library.find(({ id }) => id === photoId(2))?.albumId).toBe(winter);
    expect(said()?.description).toBe(
      '2 extra copies removed. 1 photo you had is now in Fall menu. 1 photo you had stays in its album, Winter menu.',
    );
  });

  it('says nothing of an album that the one that was there is in already', async () => {
    await removeTwins(client, businessId, [copyOf(2, winter)]);
    expect(said()?.description).toBe('1 extra copy removed');
    expect(server.bulks.map(({ action }) => action)).toEqual(['delete']);
  });
});
