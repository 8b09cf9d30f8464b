import { MOST_COUNTED, type Photo } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { refusal } from '#lib/testing/answers.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { PhotoPicker } from './components/photo-picker.tsx';
import { libraryScreen, openLibrary } from './testing/open-library.tsx';

const fetched = stubbedFetch();
libraryScreen();

let library: Photo[];
/** Whether pages are refused. */
let fails: boolean;
/** What pages wait for. */
let held: Promise<void>;

beforeEach(() => {
  library = Array.from({ length: 2_500 }, (_, index) =>
    aPhoto(index + 1, { originalName: `photo ${index + 1}.jpg`, altText: null }),
  );
  fails = false;
  held = Promise.resolve();
  vi.stubGlobal('scrollTo', ({ top = 0 }: ScrollToOptions) => {
    Object.defineProperty(window, 'scrollY', { configurable: true, value: top });
    dispatchEvent(new Event('scroll'));
  });
  // Rows are drawn one in a frame.
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => setTimeout(() => draw(performance.now())));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  fetched.mockImplementation(async (url) => {
    const { pathname, searchParams } = new URL(String(url), 'http://localhost');
    if (pathname !== '/api/photos') {
      return Response.json({ data: [], nextCursor: null, total: 0 });
    }
    await held;
    if (fails) {
      return refusal(503, 'unavailable', 'Part of Postloom is restarting.');
    }
    const search = searchParams.get('search') ?? '';
    const found = library.filter(({ originalName }) => originalName.includes(search));
    const from = Number(searchParams.get('cursor') ?? 0);
    const to = Math.min(found.length, from + Number(searchParams.get('limit')));
    const nextCursor = to < found.length ? String(to) : null;
    const total = search === '' ? found.length : Math.min(found.length, MOST_COUNTED);
    return Response.json({ data: found.slice(from, to), nextCursor, total });
  });
});

afterEach(() => {
  Object.defineProperty(window, 'scrollY', { configurable: true, value: 0 });
});

// Names are looked up slowly in a document of this size.
const found = (n: number) => document.querySelector<HTMLElement>(`[data-tile="${photoId(n)}"]`);
function tile(n: number): HTMLElement {
  const one = found(n);
  expect(one).not.toBeNull();
  return one as HTMLElement;
}
const list = () => screen.getByRole('list', { name: 'Photos' });
const pagesRead = () => fetched.mock.calls.filter(([url]) => String(url).startsWith('/api/photos?')).length;

/** Scrolls down until this photo is on screen, as a person does who waits for what comes. */
async function scrollTo(n: number): Promise<void> {
  for (let top = 0; found(n) === null; top += 3_000) {
    act(() => window.scrollTo({ top }));
    await waitFor(() => expect(list().children.length).toBeGreaterThan(6), { interval: 1 });
    // A tile that is kept though it is far away lies in a row of places.
    await waitFor(() => expect(list().querySelectorAll('li[aria-hidden]').length).toBeLessThan(2), { interval: 1 });
  }
}

/** The library, scrolled so far that its beginning is no longer kept. */
async function openFarDown(atTop: () => unknown = () => undefined): Promise<void> {
  await openLibrary();
  await waitFor(() => expect(tile(3)).toBeInTheDocument());
  atTop();
  await scrollTo(1_500);
}

describe('a library of 2,500 photos', () => {
  it('that was scrolled far down is at its top again with one read, and the arrow keys go on there', async () => {
    await openFarDown();
    const before = pagesRead();
    act(() => tile(1_500).focus());
    fireEvent.keyDown(tile(1_500), { key: 'Home' });
    await waitFor(() => expect(tile(1)).toHaveFocus());
    expect(pagesRead()).toBe(before + 1);
    fireEvent.keyDown(tile(1), { key: 'ArrowRight' });
    await waitFor(() => expect(tile(2)).toHaveFocus());
  });

  it('is scrolled to the photo that a link led to, once its details are closed', async () => {
    vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(100_000);
    await openLibrary(`/media?photo=${photoId(50)}`);
    await screen.findByRole('dialog', { name: 'Photo Details' });
    await waitFor(() => expect(window.scrollY).toBeGreaterThan(500));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(tile(50)).toHaveFocus());
  });

  it('keeps the tile that has the focus, however far it is scrolled away', async () => {
    await openFarDown(() => act(() => tile(3).focus()));
    expect(tile(3)).toHaveFocus();
    expect(found(4)).toBeNull();
  });

  it('takes a range with Shift that begins far above what is kept', async () => {
    await openFarDown(() => fireEvent.click(tile(3)));
    fireEvent.click(tile(1_500), { shiftKey: true });
    expect(await screen.findByText('1,498 selected')).toBeVisible();
    act(() => window.scrollTo({ top: 0 }));
    await waitFor(() => expect(tile(4)).toHaveAttribute('aria-pressed', 'true'));
    expect(tile(2)).toHaveAttribute('aria-pressed', 'false');
  });

  it('says that it selects while the photos in between are read, and can be stopped', async () => {
    await openFarDown(() => fireEvent.click(tile(3)));
    held = new Promise(() => undefined);
    fireEvent.click(tile(1_500), { shiftKey: true });
    expect(await screen.findByText('Selecting photos...')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(screen.getByText('2 selected')).toBeVisible();
  });

  it('says when the photos in between could not be read, and keeps the two that were clicked', async () => {
    await openFarDown(() => fireEvent.click(tile(3)));
    fails = true;
    fireEvent.click(tile(1_500), { shiftKey: true });
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('Part of Postloom is restarting.'));
    expect(screen.getByText('2 selected')).toBeVisible();
  });

  it('says that photos did not load where the person is, and reads them when asked', async () => {
    await openFarDown();
    fails = true;
    act(() => window.scrollTo({ top: 0 }));
    expect(await screen.findByText('The rest of your photos did not load.')).toBeVisible();
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(tile(1)).toBeInTheDocument());
    expect(screen.queryByText('The rest of your photos did not load.')).toBeNull();
  });

  it('is reached by the Tab key after another list is shown, of which nothing is selected', async () => {
    await openFarDown();
    act(() => tile(1_500).focus());
    fireEvent.click(tile(1_500));
    expect(await screen.findByText('1 selected')).toBeVisible();
    act(() => {
      history.pushState(null, '', '/media?search=photo%202499.');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await waitFor(() => expect(tile(2_499)).toBeInTheDocument());
    expect(tile(2_499)).toHaveAttribute('tabindex', '0');
    expect(found(1_500)).toBeNull();
    expect(screen.queryByText('1 selected')).toBeNull();
  });

  it('does not take the focus back from where a person has gone meanwhile', async () => {
    await openFarDown();
    act(() => tile(1_500).focus());
    const waiting = Promise.withResolvers<void>();
    held = waiting.promise;
    fireEvent.keyDown(tile(1_500), { key: 'Home' });
    const box = screen.getByRole('searchbox', { name: 'Search photos' });
    act(() => box.focus());
    waiting.resolve();
    await waitFor(() => expect(found(1)).not.toBeNull());
    expect(box).toHaveFocus();
  });
});

it('of which a picker could not read on says so, and reads on when asked', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PhotoPicker
        businessId="00000000-0000-4000-8000-00000000000a"
        value={[]}
        full={false}
        onToggle={() => undefined}
        onUploaded={() => undefined}
      />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(tile(1)).toBeInTheDocument());
  fails = true;
  const box = screen.getByRole('list', { name: 'Photos to choose from' }).parentElement as HTMLElement;
  box.scrollTop = 1_500;
  fireEvent.scroll(box);
  expect(await screen.findByText('The rest of your photos did not load.')).toBeVisible();
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
  await waitFor(() => expect(tile(101)).toBeInTheDocument());
  expect(screen.queryByText('The rest of your photos did not load.')).toBeNull();
});

describe('a search that finds more photos than are counted', () => {
  const selectAll = () => fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true });
  beforeEach(async () => {
    await openLibrary('/media?search=photo');
    expect(await screen.findByText('1,000+ photos match “photo”')).toBeVisible();
    await waitFor(() => expect(tile(1)).toBeInTheDocument());
  });

  it('says of none of them how many they all are', () => {
    expect(tile(1).closest('li')).toHaveAttribute('aria-setsize', '-1');
  });

  it('is counted before all of it is selected, so that the question names as many as would go', async () => {
    selectAll();
    expect(await screen.findByText('2,500 selected')).toBeVisible();
    fireEvent.click(tile(2));
    expect(screen.getByText('2,499 selected')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('alertdialog', { name: 'Delete 2,499 photos?' })).toBeVisible();
  });

  it('says so meanwhile, and can be stopped', async () => {
    held = new Promise(() => undefined);
    selectAll();
    expect(await screen.findByText('Selecting photos...')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(screen.queryByRole('region', { name: 'Selected photos' })).toBeNull();
  });

  it('says when it could not be read, and selects nothing', async () => {
    fails = true;
    selectAll();
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('Part of Postloom is restarting.'));
    expect(tile(1)).toHaveAttribute('aria-pressed', 'false');
  });
});
