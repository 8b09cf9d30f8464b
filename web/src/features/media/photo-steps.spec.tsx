import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { clearToasts, currentToasts } from '#ui/toast-store.ts';
import { Toaster } from '#ui/toaster.tsx';
import { answer, libraryServer, server, winter } from './testing/library-server.ts';
import { openLibrary } from './testing/open-library.tsx';

const fetched = libraryServer();

beforeAll(() => import('./components/photo-details-dialog.tsx'));
beforeEach(() => {
  clearToasts();
  server.library = [1, 2, 3].map((n) => aPhoto(n));
});

afterEach(() => vi.useRealTimers());

const dialog = () => screen.getByRole('dialog', { name: 'Photo Details' });
const button = (name: string) => within(dialog()).getByRole('button', { name });
const shown = () => new URLSearchParams(location.search).get('photo');
const press = (key: string, target: Element = dialog(), more = {}) => fireEvent.keyDown(target, { key, ...more });

/** The details of the nth photo, opened from its tile. */
async function openNth(n: number): Promise<void> {
  await openLibrary();
  fireEvent.click(await screen.findByRole('button', { name: `Details of photo ${n}.jpg` }));
  await screen.findByRole('dialog', { name: 'Photo Details' });
}

const description = () => within(dialog()).getByRole('textbox', { name: 'Description' });
const type = (value: string) => fireEvent.change(description(), { target: { value } });

/** Answers like the server, but for what `holds` is true of, which waits for the promise. */
function hold(holds: (url: URL, method: string) => boolean, until: Promise<unknown>, then = answer): void {
  fetched.mockImplementation(async (url, init) => {
    const asked = new URL(String(url), 'http://localhost');
    if (!holds(asked, init?.method ?? 'GET')) {
      return answer(asked, init);
    }
    await until;
    return then(asked, init);
  });
}

/** Types a description, saves it, and goes to the next photo before that is done. */
async function goOnWhileItSaves(): Promise<void> {
  type('A loaf');
  fireEvent.click(button('Save details'));
  await within(dialog()).findByText('Saving...');
  fireEvent.click(button('Next photo'));
}

async function removeShown(): Promise<void> {
  fireEvent.click(button('Delete'));
  const confirm = within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' });
  await waitFor(() => expect(confirm).toBeEnabled());
  fireEvent.click(confirm);
}

describe('the details of a photo lead to those beside it', () => {
  it('by their buttons, to the ends of the list', async () => {
    await openNth(2);
    expect(dialog()).toHaveAccessibleDescription(/^photo 2\.jpg, ?2 of 3$/);
    fireEvent.click(button('Next photo'));
    expect(dialog()).toHaveAccessibleDescription(/^photo 3\.jpg, ?3 of 3$/);
    expect(button('Next photo')).toBeDisabled();
    fireEvent.click(button('Next photo'));
    expect(shown()).toBe(photoId(3));
    fireEvent.click(button('Previous photo'));
    fireEvent.click(button('Previous photo'));
    expect(dialog()).toHaveAccessibleDescription(/^photo 1\.jpg, ?1 of 3$/);
    expect(button('Previous photo')).toBeDisabled();
  });

  it('in one step of the history, however many are looked at', async () => {
    await openNth(1);
    const { length } = history;
    fireEvent.click(button('Next photo'));
    fireEvent.click(button('Next photo'));
    expect(shown()).toBe(photoId(3));
    expect(history).toHaveLength(length);
  });

  it('by the arrow keys, with the focus where it was or, when that has gone, on the details', async () => {
    await openNth(1);
    await waitFor(() => expect(button('Next photo')).toHaveFocus());
    press('ArrowRight');
    expect(shown()).toBe(photoId(2));
    expect(
      within(dialog())
        .getAllByRole('status')
        .map(({ textContent }) => textContent),
    ).toContain('photo 2.jpg, 2 of 3');
    press('ArrowLeft');
    expect(shown()).toBe(photoId(1));
    expect(button('Next photo')).toHaveFocus();
    act(() => button('Change the album').focus());
    press('ArrowRight', button('Change the album'));
    await waitFor(() => expect(dialog()).toHaveFocus());
    expect(shown()).toBe(photoId(2));
  });

  it('but not by arrow keys that move in a text, belong to the browser or to a question above', async () => {
    await openNth(1);
    press('ArrowRight', description());
    press('ArrowRight', dialog(), { altKey: true });
    fireEvent.click(button('Delete'));
    press('ArrowRight', await screen.findByRole('alertdialog'));
    expect(shown()).toBe(photoId(1));
  });

  it('by a swipe, not by a tap, a scroll or two fingers', async () => {
    await openNth(2);
    const picture = within(dialog()).getByRole('img', { name: 'photo 2.jpg' });
    const swipe = (x: number, y: number, fingers = 1) => {
      const at = (clientX: number, clientY: number) => ({ clientX, clientY, identifier: 0, target: picture });
      const touches = Array.from({ length: fingers }, () => at(200, 200));
      fireEvent.touchStart(picture, { touches, changedTouches: touches });
      fireEvent.touchEnd(picture, { changedTouches: [at(200 + x, 200 + y)] });
    };
    swipe(-20, 0);
    swipe(-60, 80);
    swipe(-90, 0, 2);
    vi.stubGlobal('visualViewport', { scale: 1.5 });
    swipe(-90, 0); // over a picture that two fingers have made larger
    vi.stubGlobal('visualViewport', { scale: 1 });
    expect(shown()).toBe(photoId(2));
    swipe(-90, 10);
    expect(shown()).toBe(photoId(3));
  });

  it('and keep what was not saved, and say so', async () => {
    await openNth(1);
    type('A loaf');
    fireEvent.click(button('Next photo'));
    expect(currentToasts()[0]?.title).toBe('Photo details not saved');
    expect(description()).toHaveValue('');
    fireEvent.click(button('Previous photo'));
    expect(description()).toHaveValue('A loaf');
  });

  it('and say nothing of what is being saved', async () => {
    const saved = Promise.withResolvers<void>();
    hold((_, method) => method === 'PUT', saved.promise);
    await openNth(1);
    await goOnWhileItSaves();
    expect(currentToasts()).toEqual([]);
    saved.resolve();
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Photo details saved'));
    fireEvent.click(button('Previous photo'));
    expect(screen.queryByText('You have changes here that are not saved.')).toBeNull();
  });

  it('and say of which photo the details could not be saved', async () => {
    const saved = Promise.withResolvers<void>();
    const busy = () => Response.json({ error: 'unavailable', message: 'Not now.' }, { status: 503 });
    hold((_, method) => method === 'PUT', saved.promise, busy);
    await openNth(1);
    await goOnWhileItSaves();
    saved.resolve();
    await waitFor(() =>
      expect(currentToasts()[0]?.description).toMatch(/^What you typed about photo 1\.jpg is kept\./),
    );
    fireEvent.click(button('Previous photo'));
    expect(description()).toHaveValue('A loaf');
  });

  it('and keep what was typed since, whoever came back before it was saved', async () => {
    const saved = Promise.withResolvers<void>();
    hold((_, method) => method === 'PUT', saved.promise);
    await openNth(1);
    await goOnWhileItSaves();
    fireEvent.click(button('Previous photo'));
    type('A loaf of rye');
    saved.resolve();
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Photo details saved'));
    fireEvent.click(button('Next photo'));
    fireEvent.click(button('Previous photo'));
    expect(description()).toHaveValue('A loaf of rye');
  });

  it('and keep the Undo of the last change in reach', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    render(<Toaster />);
    await openNth(1);
    fireEvent.click(button('Next photo'));
    await removeShown();
    await waitFor(() => expect(shown()).toBe(photoId(3)));
    expect(await within(dialog()).findByRole('button', { name: 'Undo' })).toBeVisible();
    act(() => void vi.advanceTimersByTime(2_000));
    press('ArrowLeft');
    expect(shown()).toBe(photoId(1));
    expect(button('Undo')).toBeVisible();
  });

  it.each(['opened by its tile', 'come to by a step'])(
    'and say of a photo that was deleted how to have it again, not of what was typed: one %s',
    async (how) => {
      await openNth(1);
      if (how === 'come to by a step') {
        fireEvent.click(button('Next photo'));
      }
      type('A loaf');
      await removeShown();
      await waitFor(() => expect(currentToasts()[0]?.action?.label).toBe('Undo'));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
      expect(currentToasts()[0]?.title).toBe('Success');
    },
  );

  it('and say nothing of what was typed about a photo that was deleted while that was saved', async () => {
    const saved = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    hold(
      (_, method) => method === 'PUT',
      saved.promise,
      () => {
        gone.resolve();
        return Response.json({ error: 'not_found', message: 'This photo was not found.' }, { status: 404 });
      },
    );
    await openNth(1);
    type('A loaf');
    fireEvent.click(button('Save details'));
    await within(dialog()).findByText('Saving...');
    await removeShown();
    await waitFor(() => expect(currentToasts()[0]?.action?.label).toBe('Undo'));
    saved.resolve();
    await gone.promise;
    await act(() => Promise.resolve());
    expect(currentToasts()[0]?.action?.label).toBe('Undo');
  });

  it('but not on their own, from where a person has gone while a photo was being deleted', async () => {
    const deleted = Promise.withResolvers<void>();
    hold((_, method) => method === 'DELETE', deleted.promise);
    await openNth(1);
    fireEvent.click(button('Next photo'));
    await removeShown();
    act(() => history.back());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    deleted.resolve();
    await waitFor(() => expect(currentToasts()[0]?.action?.label).toBe('Undo'));
    expect(shown()).toBeNull();
  });

  it('and ask about the photo that is shown, whichever one Back leads to', async () => {
    await openNth(1);
    fireEvent.click(button('Delete'));
    await screen.findByRole('alertdialog', { name: 'Delete this photo?' });
    act(() => history.pushState(null, '', `/media?photo=${photoId(2)}`));
    await waitFor(() => expect(dialog()).toHaveAccessibleDescription(/^photo 2\.jpg/));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    act(() => history.back());
    await waitFor(() => expect(dialog()).toHaveAccessibleDescription(/^photo 1\.jpg/));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('and give the focus to the tile of the last one when they close', async () => {
    await openNth(1);
    fireEvent.click(button('Next photo'));
    fireEvent.click(button('Close'));
    await waitFor(() => expect(screen.getByRole('button', { name: /^photo 2\.jpg/ })).toHaveFocus());
  });

  it('and go on to the next one from a photo that was deleted, whoever looks through them', async () => {
    const albums = Promise.withResolvers<void>();
    hold(({ pathname }) => pathname === '/api/albums' && server.deleted.length > 0, albums.promise);
    await openNth(1);
    fireEvent.click(button('Next photo'));
    await removeShown();
    await waitFor(() => expect(shown()).toBe(photoId(3)));
    await waitFor(() => expect(dialog()).toHaveFocus());
    await removeShown();
    await waitFor(() => expect(shown()).toBe(photoId(1)));
    albums.resolve();
    const likenesses = fetched.mock.calls.filter(([url]) => String(url).includes(`${photoId(2)}/similar`));
    expect(likenesses).toHaveLength(1); // none is asked for of what is no more
    expect(server.library.map(({ id }) => id)).toEqual([photoId(1)]);
  });

  it('also from one that a change has taken out of the list', async () => {
    await openLibrary('/media?album=none');
    fireEvent.click(await screen.findByRole('button', { name: 'Details of photo 2.jpg' }));
    await screen.findByRole('dialog', { name: 'Photo Details' });
    fireEvent.click(button('Change the album'));
    const organize = await screen.findByRole('dialog', { name: /^Organize/ });
    fireEvent.change(within(organize).getByLabelText('Album'), { target: { value: winter } });
    fireEvent.click(within(organize).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(dialog()).toHaveAccessibleDescription(/^photo 2\.jpg, ?No longer in this list$/));
    expect(currentToasts()[0]).toMatchObject({
      ...{ description: 'Photo moved to album successfully!', action: { label: 'Undo' } },
    });
    fireEvent.click(button('Next photo'));
    expect(dialog()).toHaveAccessibleDescription(/^photo 3\.jpg, ?2 of 2$/);
  });

  it('and take the Delete key for a question, but for a letter of a text', async () => {
    await openNth(1);
    press('Backspace', description());
    expect(screen.queryByRole('alertdialog')).toBeNull();
    press('Delete');
    expect(await screen.findByRole('alertdialog', { name: 'Delete this photo?' })).toBeVisible();
  });

  it('and leave the focus to the details as long as these are open', async () => {
    await openNth(1);
    const focused: unknown[] = [];
    document
      .querySelector('ul[aria-label="Photos"]')
      ?.addEventListener('focusin', ({ target }) => focused.push(target));
    press('ArrowRight');
    press('ArrowRight');
    press('ArrowLeft');
    await waitFor(() => expect(button('Next photo')).toHaveFocus());
    expect(focused).toEqual([]);
  });

  it('and give the focus to its tile, whoever came by its link', async () => {
    await openLibrary(`/media?photo=${photoId(3)}`);
    await screen.findByRole('dialog', { name: 'Photo Details' });
    await waitFor(() => expect(button('Next photo')).toHaveFocus());
    fireEvent.click(button('Close'));
    await waitFor(() => expect(screen.getByRole('button', { name: /^photo 3\.jpg/ })).toHaveFocus());
  });

  it('and say what is kept, whoever leaves by Back', async () => {
    await openNth(1);
    type('A loaf');
    history.back();
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Photo details not saved'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('but lead nowhere from a photo that is not in the list', async () => {
    await openLibrary(`/media?tag=rye&photo=${photoId(2)}`);
    await screen.findByRole('dialog', { name: 'Photo Details' });
    expect(within(dialog()).queryByRole('button', { name: 'Next photo' })).toBeNull();
    press('ArrowRight');
    expect(shown()).toBe(photoId(2));
  });
});
