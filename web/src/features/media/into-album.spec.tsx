import type { Album } from '@postloom/contracts';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { createQueryClient, routeList, routes, setPageBusinessId } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import UploadDialog from './components/upload-dialog.tsx';
import { aFile, heldUploads } from './testing/held-uploads.ts';
import { uploadEngine } from './upload-engine.ts';
import { uppyOf } from './uppy.ts';
import { takeZips } from './zip/take-zips.ts';

vi.mock('@uppy/golden-retriever', () => import('./testing/no-retriever.ts'));

const fetched = stubbedFetch();
const sent = heldUploads();
const businessId = '00000000-0000-4000-8000-00000000000a';
const idOf = (n: number) => `00000000-0000-4000-8000-0000000a000${n}`;
const anAlbum = (n: number, name: string): Album => ({
  ...{ id: idOf(n), name, description: null, photoCount: 0, createdAt: '2026-11-01T00:00:00Z' },
});
const albums = [anAlbum(1, 'Market'), anAlbum(2, 'Yoga')];
let client: QueryClient;
/** Photos that were moved, each call with its album. */
let moved: { ids: string[]; albumId: string | null }[];
let refusal: { code: string; message: string } | null;
/** What the calls that move photos are answered with, as long as there are any. */
let troubles: (() => Promise<Response>)[];

beforeEach(() => {
  client = createQueryClient();
  client.setQueryData(routeList(routes.albums, { businessId }).queryKey, albums);
  setPageBusinessId(businessId);
  [moved, refusal, troubles] = [[], null, []];
  fetched.mockImplementation((input, init) => {
    const { pathname } = new URL(String(input), location.origin);
    if (pathname === '/api/photos/bulk') {
      const { ids, albumId } = JSON.parse(String(init?.body)) as (typeof moved)[number];
      moved.push({ ids, albumId });
      const trouble = troubles.shift();
      if (trouble) {
        return trouble();
      }
      return Promise.resolve(Response.json(ids.map((id) => ({ id, success: refusal === null, error: refusal }))));
    }
    if (pathname === '/api/photos/from-link') {
      return Promise.resolve(
        Response.json({ success: true, photoId: photoId(5), photo: aPhoto(5), sameAs: null }, { status: 201 }),
      );
    }
    if (pathname === '/api/photos' && String(input).includes('ids=')) {
      return Promise.resolve(Response.json([aPhoto(9)]));
    }
    return Promise.resolve(
      pathname.startsWith('/api/uploader')
        ? Response.json({ toStorage: false, partsFromBytes: 10_485_760 })
        : Response.json({ data: pathname === '/api/albums' ? albums : [], nextCursor: null, total: 0 }),
    );
  });
});
afterEach(() => {
  vi.useRealTimers();
  setPageBusinessId(null);
  history.replaceState(null, '', '/');
});

function openAt(address: string) {
  history.replaceState(null, '', address);
  return render(
    <QueryClientProvider client={client}>
      <UploadDialog open onOpenChange={() => undefined} businessId={businessId} theme="light" />
    </QueryClientProvider>,
  ).unmount;
}
const into = () => screen.getByRole('combobox', { name: 'Into album' });

/** Uploads these in the widget, until the page has sent them. */
async function upload(...names: string[]): Promise<void> {
  const before = sent.length;
  const uppy = uppyOf(businessId, client);
  uppy.addFiles(names.map((name) => ({ name, type: 'image/jpeg', data: aFile(name), source: 'page' }) as never));
  void uppy.upload();
  await vi.waitFor(() => expect(sent).toHaveLength(before + names.length));
}

describe('what is uploaded where an album is shown', () => {
  it('goes into that album, what the library had before as well, and is counted there', async () => {
    openAt(`/media?album=${idOf(2)}`);
    expect(into()).toHaveDisplayValue('Yoga');
    await upload('a.jpg', 'b.jpg');
    const refreshed = vi.spyOn(client, 'invalidateQueries');
    await sent[0]?.arrive(1);
    await sent[1]?.arrive(2, photoId(9));
    await waitFor(() => expect(moved.flatMap(({ ids }) => ids)).toEqual([photoId(1), photoId(2)]));
    expect(new Set(moved.map(({ albumId }) => albumId))).toEqual(new Set([idOf(2)]));
    expect(currentToasts()[0]).toMatchObject({ action: { label: 'Use the one I had' } });
    // Once for what has arrived, and again for where it is.
    await waitFor(() => expect(refreshed.mock.calls.length).toBeGreaterThan(1));
  });

  it('goes there as the one that the library had when the person chooses that one', async () => {
    openAt(`/media?album=${idOf(2)}`);
    await upload('a.jpg');
    await sent[0]?.arrive(1, photoId(9));
    await waitFor(() => expect(moved).toHaveLength(1));
    currentToasts()[0]?.action?.onSelect();
    await waitFor(() => expect(moved.at(-1)).toEqual({ ids: [photoId(9)], albumId: idOf(2) }));
    await waitFor(() =>
      expect(currentToasts()[0]?.description).toBe('1 extra copy removed. The photo you had is now in Yoga.'),
    );
  });

  it('goes into another one or into none when the person says so, from then on', async () => {
    openAt(`/media?album=${idOf(2)}`);
    await upload('a.jpg');
    fireEvent.change(into(), { target: { value: '' } });
    await upload('b.jpg');
    fireEvent.change(into(), { target: { value: idOf(1) } });
    await upload('c.jpg');
    for (const [index, one] of sent.entries()) {
      await one.arrive(index + 1);
    }
    await waitFor(() =>
      expect(moved).toEqual([
        { ids: [photoId(1)], albumId: idOf(2) },
        { ids: [photoId(3)], albumId: idOf(1) },
      ]),
    );
  });

  it('goes where the person says before it is sent, and stays for its album while the dialog is opened elsewhere', async () => {
    const close = openAt(`/media?album=${idOf(2)}`);
    const uppy = uppyOf(businessId, client);
    const add = (name: string) =>
      uppy.addFile({ name, type: 'image/jpeg', data: aFile(name), source: 'page' } as never);
    add('a.jpg');
    fireEvent.change(into(), { target: { value: idOf(1) } });
    close();
    openAt('/schedule');
    add('b.jpg');
    void uppy.upload();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    await sent[0]?.arrive(1);
    await sent[1]?.arrive(2);
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('Photos uploaded successfully!'));
    expect(moved).toEqual([{ ids: [photoId(1)], albumId: idOf(1) }]);
  });

  it('that a page before this one was given for an album goes there, whatever is shown or chosen now', async () => {
    openAt('/schedule');
    const uppy = uppyOf(businessId, client);
    for (const name of ['a.jpg', 'b.jpg']) {
      uppy.addFile({ name, type: 'image/jpeg', data: aFile(name), source: 'page' } as never);
    }
    const [ofAlbum, ofNone] = uppy.getFiles();
    uppy.setFileState(ofAlbum?.id ?? '', { isRestored: true });
    uppy.setFileMeta(ofAlbum?.id ?? '', { albumId: idOf(2) } as never);
    uppy.setFileState(ofNone?.id ?? '', { isRestored: true });
    fireEvent.change(into(), { target: { value: idOf(1) } });
    void uppy.upload();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    await sent[0]?.arrive(1);
    await sent[1]?.arrive(2);
    await waitFor(() =>
      expect(moved).toEqual([
        { ids: [photoId(1)], albumId: idOf(2) },
        { ids: [photoId(2)], albumId: idOf(1) },
      ]),
    );
  });

  it('goes into none where no album is shown', async () => {
    openAt(`/schedule?album=${idOf(2)}`);
    expect(into()).toHaveDisplayValue('No Album');
    await upload('a.jpg');
    await sent[0]?.arrive(1);
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('Photo uploaded successfully!'));
    expect(moved).toEqual([]);
  });

  it('stays in the library when it cannot be put there, and says why', async () => {
    openAt(`/media?album=${idOf(2)}`);
    refusal = { code: 'conflict', message: 'This album was deleted.' };
    await upload('a.jpg');
    await sent[0]?.arrive(1);
    await waitFor(() =>
      expect(currentToasts()[0]).toMatchObject({
        title: 'Failed to move photo to album',
        description: refusal?.message,
      }),
    );
  });

  it('is put there again when the connection breaks, a few times, and then as often as the person says', async () => {
    openAt(`/media?album=${idOf(2)}`);
    await upload('a.jpg');
    vi.useFakeTimers();
    const isBroken = () => Promise.reject(new TypeError('Failed to fetch'));
    troubles = [isBroken, () => Promise.resolve(new Response('Bad gateway', { status: 502 })), isBroken, isBroken];
    await sent[0]?.arrive(1);
    for (const [attempt, wait] of [1000, 3000, 5000].entries()) {
      expect(currentToasts()[0]).toMatchObject({ tone: 'success' });
      expect(moved).toHaveLength(attempt + 1);
      await act(() => vi.advanceTimersByTimeAsync(wait));
    }
    expect(moved).toHaveLength(4);
    expect(currentToasts()[0]).toMatchObject({
      title: 'Failed to move photo to album',
      description: 'There was no answer. Please check your connection.',
      action: { label: 'Try again' },
    });
    const refreshed = vi.spyOn(client, 'invalidateQueries');
    currentToasts()[0]?.action?.onSelect();
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(moved).toEqual(Array.from({ length: 5 }, () => ({ ids: [photoId(1)], albumId: idOf(2) })));
    expect(refreshed).toHaveBeenCalled();
  });

  it('goes there with what arrives later when it could not be put there before', async () => {
    openAt(`/media?album=${idOf(2)}`);
    await upload('a.jpg', 'b.jpg');
    troubles = Array.from({ length: 4 }, () => () => Promise.reject(new TypeError('Failed to fetch')));
    vi.useFakeTimers();
    await sent[0]?.arrive(1);
    await act(() => vi.advanceTimersByTimeAsync(9000));
    const tryAgain = currentToasts()[0]?.action;
    expect(tryAgain).toMatchObject({ label: 'Try again' });
    await sent[1]?.arrive(2);
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(moved.slice(4)).toEqual([{ ids: [photoId(1), photoId(2)], albumId: idOf(2) }]);
    // There is nothing left to try again.
    tryAgain?.onSelect();
    await upload('c.jpg');
    await sent[2]?.arrive(3);
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(moved.slice(5)).toEqual([{ ids: [photoId(3)], albumId: idOf(2) }]);
  });

  it('is not put again into an album that was deleted meanwhile, and says so', async () => {
    openAt(`/media?album=${idOf(2)}`);
    await upload('a.jpg');
    troubles = [
      () =>
        Promise.resolve(Response.json({ error: 'not_found', message: 'Not found.', requestId: 'r' }, { status: 404 })),
    ];
    await sent[0]?.arrive(1);
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('This album no longer exists.'));
    expect(currentToasts()[0]?.action).toBeUndefined();
    expect(moved).toHaveLength(1);
  });

  it('goes there from a link as well', async () => {
    openAt(`/media?album=${idOf(2)}`);
    const field = screen.getByRole('textbox', { name: 'Add a photo from a link' });
    fireEvent.change(field, { target: { value: 'https://example.com/loaf.jpg' } });
    fireEvent.click(screen.getByRole('button', { name: 'Add photo' }));
    await waitFor(() => expect(moved).toEqual([{ ids: [photoId(5)], albumId: idOf(2) }]));
  });

  it.each([
    ['that is dropped on the page', undefined, idOf(2)],
    ['that is added where none was chosen', null, null],
  ])('goes there out of a zip %s', async (_, chosen, expected) => {
    history.replaceState(null, '', `/media?album=${idOf(2)}`);
    const zip = new File([new Uint8Array(zipSync({ 'a.jpg': strToU8('a') }))], 'fall.zip', { type: 'application/zip' });
    takeZips(client, businessId, [zip], chosen);
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    await sent[0]?.arrive(1);
    await vi.waitFor(() => expect(uploadEngine(client).items()[0]?.status).toBe('success'));
    await waitFor(() => expect(moved).toEqual(expected === null ? [] : [{ ids: [photoId(1)], albumId: expected }]));
  });
});
