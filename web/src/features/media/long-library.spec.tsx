import type { Photo } from '@postloom/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { refusal } from '#lib/testing/answers.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { libraryScreen, openLibrary } from './testing/open-library.tsx';

const fetched = stubbedFetch();
libraryScreen();

let library: Photo[];
/** Whether pages are refused. */
let fails: boolean;

beforeEach(() => {
  library = Array.from({ length: 2_500 }, (_, index) =>
    aPhoto(index + 1, { originalName: `photo ${index + 1}.jpg`, altText: null }),
  );
  fails = false;
  vi.stubGlobal('scrollTo', ({ top = 0 }: ScrollToOptions) => {
    Object.defineProperty(window, 'scrollY', { configurable: true, value: top });
    dispatchEvent(new Event('scroll'));
  });
  fetched.mockImplementation((url) => {
    const { pathname, searchParams } = new URL(String(url), 'http://localhost');
    if (pathname !== '/api/photos') {
      return Promise.resolve(Response.json({ data: [], nextCursor: null, total: 0 }));
    }
    if (fails) {
      return Promise.resolve(refusal(503, 'unavailable', 'Part of Postloom is restarting.'));
    }
    const found = library.filter(({ originalName }) => originalName.includes(searchParams.get('search') ?? ''));
    const from = Number(searchParams.get('cursor') ?? 0);
    const to = Math.min(found.length, from + Number(searchParams.get('limit')));
    const nextCursor = to < found.length ? String(to) : null;
    return Promise.resolve(Response.json({ data: found.slice(from, to), nextCursor, total: found.length }));
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
const pagesRead = () => fetched.mock.calls.filter(([url]) => String(url).startsWith('/api/photos?')).length;

/** Scrolls down until this photo is on screen, as a person does who waits for what comes. */
async function scrollTo(n: number): Promise<void> {
  for (let top = 0; found(n) === null; top += 3_000) {
    act(() => window.scrollTo({ top }));
    await waitFor(() => expect(document.querySelectorAll('[data-tile]').length).toBeGreaterThan(6), { interval: 1 });
  }
}

describe('a library of 2,500 photos', () => {
  it('that was scrolled far down is at its top again with one read, and the arrow keys go on there', async () => {
    await openLibrary();
    await waitFor(() => expect(tile(1)).toBeInTheDocument());
    await scrollTo(1_500);
    const before = pagesRead();
    act(() => tile(1_500).focus());
    fireEvent.keyDown(tile(1_500), { key: 'Home' });
    await waitFor(() => expect(tile(1)).toHaveFocus());
    expect(pagesRead()).toBe(before + 1);
    fireEvent.keyDown(tile(1), { key: 'ArrowRight' });
    await waitFor(() => expect(tile(2)).toHaveFocus());
  });

  it('keeps the tile that has the focus, however far it is scrolled away', async () => {
    await openLibrary();
    await waitFor(() => expect(tile(3)).toBeInTheDocument());
    act(() => tile(3).focus());
    await scrollTo(1_500);
    expect(tile(3)).toHaveFocus();
    expect(found(4)).toBeNull();
  });

  it('takes a range with Shift that begins far above what is kept', async () => {
    await openLibrary();
    await waitFor(() => expect(tile(3)).toBeInTheDocument());
    fireEvent.click(tile(3));
    await scrollTo(1_500);
    fireEvent.click(tile(1_500), { shiftKey: true });
    expect(await screen.findByText('1,498 selected')).toBeVisible();
    act(() => window.scrollTo({ top: 0 }));
    await waitFor(() => expect(tile(4)).toHaveAttribute('aria-pressed', 'true'));
    expect(tile(2)).toHaveAttribute('aria-pressed', 'false');
  });

  it('says that it selects while the photos in between are read, and can be stopped', async () => {
    await openLibrary();
    await waitFor(() => expect(tile(3)).toBeInTheDocument());
    fireEvent.click(tile(3));
    await scrollTo(1_500);
    fetched.mockImplementation(() => new Promise(() => undefined));
    fireEvent.click(tile(1_500), { shiftKey: true });
    expect(await screen.findByText('Selecting photos...')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(screen.getByText('2 selected')).toBeVisible();
  });

  it('says when the photos in between could not be read, and keeps the two that were clicked', async () => {
    await openLibrary();
    await waitFor(() => expect(tile(3)).toBeInTheDocument());
    fireEvent.click(tile(3));
    await scrollTo(1_500);
    fails = true;
    fireEvent.click(tile(1_500), { shiftKey: true });
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('Part of Postloom is restarting.'));
    expect(screen.getByText('2 selected')).toBeVisible();
  });

  it('says that photos did not load where the person is, and reads them when asked', async () => {
    await openLibrary();
    await waitFor(() => expect(tile(1)).toBeInTheDocument());
    await scrollTo(1_500);
    fails = true;
    act(() => window.scrollTo({ top: 0 }));
    expect(await screen.findByText('The rest of your photos did not load.')).toBeVisible();
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(tile(1)).toBeInTheDocument());
    expect(screen.queryByText('The rest of your photos did not load.')).toBeNull();
  });

  it('is reached by the Tab key after another list is shown, of which nothing is selected', async () => {
    await openLibrary();
    await waitFor(() => expect(tile(1)).toBeInTheDocument());
    // Far enough for the beginning of the list to be no longer kept.
    await scrollTo(1_500);
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
    await openLibrary();
    await waitFor(() => expect(tile(1)).toBeInTheDocument());
    await scrollTo(1_500);
    act(() => tile(1_500).focus());
    const held = Promise.withResolvers<void>();
    const answer = fetched.getMockImplementation();
    fetched.mockImplementation(async (url, init) => {
      await held.promise;
      return (await answer?.(url, init)) ?? Response.error();
    });
    fireEvent.keyDown(tile(1_500), { key: 'Home' });
    const box = screen.getByRole('searchbox', { name: 'Search photos' });
    act(() => box.focus());
    held.resolve();
    await waitFor(() => expect(found(1)).not.toBeNull());
    expect(box).toHaveFocus();
  });
});
