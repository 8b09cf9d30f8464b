import type { Photo } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { refreshPhotos } from '#data/photos.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { aPhoto } from '#data/testing/photos.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { PhotoPicker } from './components/photo-picker.tsx';
import { libraryScreen, openLibrary } from './testing/open-library.tsx';

const fetched = stubbedFetch();
libraryScreen();
const businessId = '00000000-0000-4000-8000-00000000000a';
let library: Photo[];
/** Answers of POST /api/photos/bulk that differ from success. */
let refusals: Map<string, { code: string; message: string }>;
let listFails: boolean;
/** Answers of the server that wait for the test. */
let held: PromiseWithResolvers<void> | null;

const numbered = (count: number) => Array.from({ length: count }, (_, index) => aPhoto(index + 1));

function answer(url: URL, init: RequestInit | undefined): Response {
  const query = url.searchParams;
  if (url.pathname === '/api/photos/bulk') {
    const { ids } = JSON.parse(String(init?.body)) as { ids: string[] };
    const results = ids.map((id) => ({ id, success: !refusals.has(id), error: refusals.get(id) ?? null }));
    library = library.filter(({ id }) => !results.some((result) => result.id === id && result.success));
    return Response.json(results);
  }
  if (init?.method === 'DELETE') {
    library = library.filter(({ id }) => !url.pathname.endsWith(id));
    return new Response(null, { status: 204 });
  }
  if (url.pathname !== '/api/photos') {
    return Response.json({ data: [], nextCursor: null, total: 0 });
  }
  if (listFails) {
    return Response.json({ error: 'unavailable', message: 'Back in a minute.', requestId: 'r' }, { status: 503 });
  }
  const ids = query.get('ids')?.split(',');
  if (ids?.includes('made-up')) {
    return Response.json({ error: 'validation_failed', message: 'No such id.', requestId: 'r' }, { status: 400 });
  }
  if (ids) {
    return Response.json(library.filter(({ id }) => ids.includes(id)));
  }
  const search = query.get('search');
  const found = search ? library.filter(({ originalName }) => originalName.includes(search)) : library;
  const from = Number(query.get('cursor') ?? 0);
  const to = Math.min(found.length, from + Number(query.get('limit')));
  return Response.json({
    data: found.slice(from, to),
    nextCursor: to < found.length ? String(to) : null,
    total: found.length,
  });
}

// The dialog is fetched when it opens; what is tested begins then.
beforeAll(() => import('./components/missing-photo-dialog.tsx'));
beforeEach(() => {
  library = numbered(250);
  refusals = new Map();
  listFails = false;
  held = null;
  vi.stubGlobal('scrollTo', (options: ScrollToOptions) => {
    Object.defineProperty(window, 'scrollY', { configurable: true, value: options.top ?? 0 });
    dispatchEvent(new Event('scroll'));
  });
  fetched.mockImplementation(async (url, init) => {
    const given = answer(new URL(String(url), 'http://localhost'), init);
    await held?.promise;
    return given;
  });
});
afterEach(() => {
  Object.defineProperty(window, 'scrollY', { configurable: true, value: 0 });
});

const calls = (method: string) => fetched.mock.calls.filter(([, init]) => init?.method === method);
const tiles = () => screen.getAllByRole('button', { name: /^photo \d+\.jpg/ });
const tile = (n: number) => screen.getByRole('button', { name: new RegExp(`^photo ${n}\\.jpg`) });

describe('the library', () => {
  it('counts all photos, reads one page, and puts only what is on screen in the document', async () => {
    library = numbered(5000);
    await openLibrary();
    expect(await screen.findByText('5,000 photos uploaded')).toBeVisible();
    await waitFor(() => expect(tiles().length).toBeLessThan(80));
    expect(tile(1).closest('li')).toHaveAttribute('aria-setsize', '5000');
    expect(fetched.mock.calls.filter(([url]) => String(url).startsWith('/api/photos?'))).toHaveLength(1);
  });

  it('reads on when the end of what it has comes near', async () => {
    await openLibrary();
    await waitFor(tiles);
    const pages = () => fetched.mock.calls.filter(([url]) => String(url).includes('cursor=')).length;
    for (const [index, top] of [3000, 7000].entries()) {
      expect(pages()).toBe(index);
      act(() => scrollTo({ top }));
      await waitFor(() => expect(pages()).toBe(index + 1));
    }
    act(() => scrollTo({ top: 10_000 }));
    await waitFor(() => expect(tile(250)).toBeInTheDocument());
  });

  it('says what it is when it could not be read, and no figure', async () => {
    listFails = true;
    await openLibrary();
    expect(await screen.findByText('Back in a minute.')).toBeVisible();
    expect(screen.queryByText(/0 photos/)).toBeNull();
    listFails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('250 photos uploaded')).toBeVisible();
  });

  it('asks for a search once it rests, keeps it in the address, and follows Back', async () => {
    await openLibrary();
    await screen.findByText('250 photos uploaded');
    const box = screen.getByRole('searchbox', { name: 'Search photos' });
    for (const text of ['photo 2', 'photo 25', 'photo 250']) {
      fireEvent.change(box, { target: { value: text } });
    }
    expect(await screen.findByText('1 photo matches “photo 250”')).toBeVisible();
    expect(fetched.mock.calls.filter(([url]) => String(url).includes('search='))).toHaveLength(1);
    expect(location.search).toBe('?search=photo+250');
    act(() => history.back());
    expect(await screen.findByText('250 photos uploaded')).toBeVisible();
    expect(box).toHaveValue('');
  });

  it.each([aPhoto(999).id, 'made-up'])('says when a link leads to a photo that it does not have: %s', async (id) => {
    await openLibrary(`/media?photo=${id}`);
    const dialog = await screen.findByRole('dialog', { name: 'This photo is not in this library' });
    fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    await waitFor(() => expect(location.search).toBe(''));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says so when a colleague deletes the photo that is open, and its tiles have the keys again', async () => {
    const client = createQueryClient();
    await openLibrary(`/media?photo=${aPhoto(2).id}`, {}, client);
    expect(await screen.findByRole('dialog', { name: 'Photo Details' })).toBeVisible();
    library = library.filter(({ id }) => id !== aPhoto(2).id);
    await act(() => refreshPhotos(client));
    const dialog = await screen.findByRole('dialog', { name: 'This photo is not in this library' });
    fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    await waitFor(() => expect(location.search).toBe(''));
    const tile = (n: number) => screen.getByRole('button', { name: new RegExp(`^photo ${n}\\.jpg`) });
    act(() => tile(1).focus());
    fireEvent.keyDown(tile(1), { key: 'ArrowRight' });
    await waitFor(() => expect(tile(3)).toHaveFocus());
  });

  it.each([
    ['lets go of the box where it brings up a keyboard', true],
    ['stays in the box where there is a keyboard of its own', false],
  ])('searches on Enter and %s', async (_, coarse) => {
    const none = matchMedia('(pointer: coarse)');
    await openLibrary();
    const box = await screen.findByRole('searchbox', { name: 'Search photos' });
    vi.stubGlobal('matchMedia', () => ({ ...none, matches: coarse }));
    box.focus();
    fireEvent.change(box, { target: { value: 'photo 250' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(document.activeElement === box).toBe(!coarse);
    expect(await screen.findByText('1 photo matches “photo 250”')).toBeVisible();
    vi.unstubAllGlobals();
  });

  it('has words for a search that finds nothing, and a way back', async () => {
    await openLibrary('/media?search=zebra');
    expect(await screen.findByText('No photo matches “zebra”')).toBeVisible();
    expect(await screen.findByText('Try adjusting your search terms')).toBeVisible();
    expect(screen.queryByText(/0 photos/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByText('250 photos uploaded')).toBeVisible();
  });

  it('is one stop of the Tab key; arrow keys move in it', async () => {
    await openLibrary();
    await waitFor(tiles);
    const stops = () => tiles().filter((one) => one.tabIndex === 0);
    expect(stops()).toEqual([tile(1)]);
    act(() => tile(1).focus());
    fireEvent.keyDown(tile(1), { key: 'ArrowDown' });
    await waitFor(() => expect(tile(7)).toHaveFocus());
    fireEvent.keyDown(tile(7), { key: 'ArrowRight' });
    await waitFor(() => expect(tile(8)).toHaveFocus());
    expect(stops()).toEqual([tile(8)]);
    fireEvent.keyDown(tile(8), { key: 'End' });
    await waitFor(() => expect(tile(100)).toHaveFocus());
  });
});

describe('a selection', () => {
  it('is a click, a range with Shift, all with Ctrl+A, and none with Escape; its bar says what can be done', async () => {
    await openLibrary();
    await waitFor(tiles);
    const chosen = () => tiles().filter((one) => one.getAttribute('aria-pressed') === 'true').length;
    fireEvent.click(tile(2));
    expect(chosen()).toBe(1);
    fireEvent.click(tile(5), { shiftKey: true });
    expect(chosen()).toBe(4);
    for (const name of [/^Move/, /^Delete/, /^Create Post/]) {
      expect(await screen.findByRole('button', { name })).toBeEnabled();
    }
    fireEvent.keyDown(tile(5), { key: 'a', ctrlKey: true });
    expect(chosen()).toBe(tiles().length);
    fireEvent.keyDown(tile(5), { key: 'Escape' });
    expect(chosen()).toBe(0);
    expect(screen.queryByRole('button', { name: /^Create Post/ })).toBeNull();
  });

  it('makes a post of the chosen photos, in the order they were chosen', async () => {
    const onCreatePost = vi.fn();
    await openLibrary('/media', { onCreatePost });
    await waitFor(tiles);
    fireEvent.click(tile(3));
    fireEvent.click(tile(1));
    expect(await screen.findByText('2 selected')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Create Post' }));
    expect(onCreatePost).toHaveBeenCalledWith([aPhoto(3).id, aPhoto(1).id], expect.any(Function));
    // Whoever changes their mind goes on with the same photos; a post that was made has taken them.
    expect(screen.getByText('2 selected')).toBeVisible();
    act(onCreatePost.mock.calls[0]?.[1] as () => void);
    expect(screen.queryByText('2 selected')).toBeNull();
    expect(tile(3)).toHaveAttribute('aria-pressed', 'false');
  });

  it('of all takes what was never read as well, but what is taken out', async () => {
    await openLibrary();
    await waitFor(tiles);
    fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true });
    fireEvent.click(tile(5));
    expect(screen.getByText('249 selected')).toBeVisible();
    fireEvent.keyDown(tile(5), { key: 'Delete' });
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('249 photos deleted'));
    expect(library.map(({ originalName }) => originalName)).toEqual(['photo 5.jpg']);
    expect(calls('POST').length).toBe(10);
    expect(await screen.findByText('1 photo uploaded')).toBeVisible();
  });

  it('keeps what scheduled posts need, names it, and deletes it anyway when told so', async () => {
    refusals.set(aPhoto(2).id, { code: 'in_use', message: 'A scheduled post needs this photo.' });
    await openLibrary();
    await waitFor(tiles);
    fireEvent.click(tile(1));
    fireEvent.click(tile(2));
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('alertdialog', { name: '1 photo is still needed' });
    expect(await within(question).findByText('photo 2.jpg')).toBeVisible();
    expect(within(question).getByText('A scheduled post needs this photo.')).toBeVisible();
    expect(library).toHaveLength(249);
    fireEvent.click(within(question).getByRole('button', { name: 'Delete anyway' }));
    await waitFor(() =>
      expect(calls('DELETE').map(([url]) => String(url))).toEqual([`/api/photos/${aPhoto(2).id}?force=true`]),
    );
  });

  it('that is deleted anyway can be stopped, and leaves the rest', async () => {
    for (const n of [1, 2, 3]) {
      refusals.set(aPhoto(n).id, { code: 'in_use', message: 'A scheduled post needs this photo.' });
    }
    await openLibrary();
    await waitFor(tiles);
    for (const n of [1, 2, 3]) {
      fireEvent.click(tile(n));
    }
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('alertdialog', { name: '3 photos are still needed' });
    held = Promise.withResolvers();
    fireEvent.click(within(question).getByRole('button', { name: 'Delete anyway' }));
    expect(await screen.findByText('Deleting 0 of 3')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    held.resolve();
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('Photo deleted successfully'));
    expect(calls('DELETE')).toHaveLength(1);
    expect(library).toHaveLength(249);
  });

  it('sends again what the server had no time for', async () => {
    const late = aPhoto(2).id;
    refusals.set(late, { code: 'deadline', message: 'Too late.' });
    await openLibrary();
    await waitFor(tiles);
    fireEvent.click(tile(1));
    fireEvent.click(tile(2));
    const before = fetched.getMockImplementation();
    fetched.mockImplementation((url, init) => {
      const first = calls('POST').length === 1;
      if (init?.method === 'POST' && !first) {
        refusals.clear();
      }
      return before?.(url, init) ?? Promise.reject(new Error('no answer'));
    });
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('2 photos deleted'));
    expect(calls('POST')).toHaveLength(2);
  });
});

describe('the picker', () => {
  it('of 5,000 photos holds few of them in the document', async () => {
    library = numbered(5000);
    const onToggle = vi.fn();
    render(
      <QueryClientProvider client={createQueryClient()}>
        <PhotoPicker
          businessId={businessId}
          value={[aPhoto(2).id]}
          full={false}
          onToggle={onToggle}
          onUploaded={() => undefined}
        />
      </QueryClientProvider>,
    );
    const list = await screen.findByRole('list', { name: 'Photos to choose from' });
    await waitFor(() => expect(within(list).getByRole('button', { name: 'photo 2.jpg', pressed: true })).toBeVisible());
    expect(within(list).getAllByRole('button').length).toBeLessThan(80);
    fireEvent.click(within(list).getByRole('button', { name: 'photo 1.jpg' }));
    expect(onToggle).toHaveBeenCalledWith(library[0]);
  });
});
