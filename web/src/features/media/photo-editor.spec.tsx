import type { Photo, PhotoEdit } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { untouched } from '#lib/contract-data.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { PhotoEditorDialog } from './components/photo-editor-dialog.tsx';

const fetched = stubbedFetch();
const sent: { method: string; path: string; body: { edit: PhotoEdit | null } }[] = [];
let loads = true;
let answer: () => Response;
const onClose = vi.fn();

/** A picture that arrives at once, or does not: the document of the tests fetches none. */
class Picture extends EventTarget {
  set src(_address: string) {
    queueMicrotask(() => this.dispatchEvent(new Event(loads ? 'load' : 'error')));
  }
}

beforeEach(() => {
  loads = true;
  sent.splice(0);
  onClose.mockReset();
  answer = () => Response.json(aPhoto(1));
  vi.stubGlobal('Image', Picture);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  fetched.mockImplementation((url, init) => {
    if (init?.method === 'PUT' || init?.method === 'POST') {
      sent.push({
        method: init.method,
        path: new URL(String(url), 'http://localhost').pathname,
        body: JSON.parse(String(init.body)) as { edit: PhotoEdit },
      });
      return Promise.resolve(answer());
    }
    return Promise.resolve(Response.json({ data: [], nextCursor: null, total: 0 }));
  });
});
afterEach(() => vi.restoreAllMocks());

async function openEditor(photo: Photo = aPhoto(1)): Promise<HTMLElement> {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PhotoEditorDialog photo={photo} onClose={onClose} />
    </QueryClientProvider>,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Edit Photo' });
  await within(dialog).findByRole('img', { name: 'The photo with your changes' });
  return dialog;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const slide = (name: string, value: number) =>
  fireEvent.change(screen.getByRole('slider', { name }), { target: { value: String(value) } });

describe('the photo editor', () => {
  it('changes the photo by shape, turn and tone, and closes when that is saved', async () => {
    await openEditor();
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    press('1:1 Square');
    expect(screen.getByText('Keeps 1200 × 1200 of 1600 × 1200 pixels')).toBeVisible();
    press('Rotate right');
    slide('Brightness', 20);
    slide('Contrast', -10);
    slide('Saturation', 35);
    press('Save');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toEqual([
      {
        method: 'PUT',
        path: `/api/photos/${aPhoto(1).id}/look`,
        body: {
          edit: {
            ...{ version: 1, mirrored: false, turn: 90, degrees: 0, brightness: 20, contrast: -10, saturation: 35 },
            crop: { x: 0, y: 200, width: 1200, height: 1200 },
          },
        },
      },
    ]);
    expect(currentToasts()[0]).toMatchObject({ description: 'Photo changed' });
  });

  it('asks before changes are thrown away, and not when there are none', async () => {
    const escape = (dialog: HTMLElement) => fireEvent.keyDown(dialog, { key: 'Escape' });
    const dialog = await openEditor();
    slide('Brightness', 20);
    escape(dialog);
    await screen.findByRole('alertdialog', { name: 'Discard your changes?' });
    press('Keep editing');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByRole('slider', { name: 'Brightness' })).toHaveValue('20');
    press('Cancel');
    await screen.findByRole('alertdialog', { name: 'Discard your changes?' });
    press('Discard changes');
    expect(onClose).toHaveBeenCalledOnce();
    press('Keep editing');
    slide('Brightness', 0);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    escape(dialog);
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('keeps changes that were not saved until the photo is opened again, and forgets those that were', async () => {
    const reopen = async () => {
      cleanup(); // What a step back in the history does to it.
      await openEditor();
    };
    const brightness = () => screen.getByRole('slider', { name: 'Brightness' });
    const notice = () => screen.queryByText('What you changed last time is here again. It has not been saved yet.');
    await openEditor();
    expect(notice()).toBeNull();
    press('1:1 Square');
    slide('Brightness', 20);
    await reopen();
    expect(brightness()).toHaveValue('20');
    expect(screen.getByText('Keeps 1200 × 1200 of 1600 × 1200 pixels')).toBeVisible();
    expect(notice()).toBeVisible();
    press('Save');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent[0]?.body.edit).toMatchObject({ brightness: 20, crop: { x: 200, y: 0, width: 1200, height: 1200 } });
    await reopen();
    expect(brightness()).toHaveValue('0');
    slide('Brightness', 30);
    press('Cancel');
    await screen.findByRole('alertdialog', { name: 'Discard your changes?' });
    press('Discard changes');
    await reopen();
    expect(brightness()).toHaveValue('0');
    expect(notice()).toBeNull();
  });

  it('takes nothing from what was kept of another photo, nor what does not fit this one', async () => {
    await openEditor();
    press('1:1 Square');
    cleanup();
    await openEditor(aPhoto(2));
    expect(screen.getByText('Keeps all 1600 × 1200 pixels')).toBeVisible();
    cleanup();
    await openEditor(aPhoto(1, { width: 800, height: 600 }));
    expect(screen.getByText('Keeps all 800 × 600 pixels')).toBeVisible();
  });

  it('crops by the keyboard, and says what is kept', async () => {
    await openEditor();
    const corner = screen.getByRole('button', { name: 'Move the bottom right corner with the arrow keys' });
    fireEvent.keyDown(corner, { key: 'ArrowLeft', shiftKey: true });
    expect(screen.getByRole('status')).toHaveTextContent('Keeps 1520 × 1200 of 1600 × 1200 pixels');
    const part = screen.getByRole('button', { name: 'Move the part to keep with the arrow keys' });
    expect(part).toHaveAccessibleDescription('Keeps 1520 × 1200 of 1600 × 1200 pixels');
    fireEvent.keyDown(part, { key: 'ArrowRight' });
    press('Save');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body.edit?.crop).toEqual({ x: 16, y: 0, width: 1520, height: 1200 });
  });

  it('keeps the whole part however often the photo is straightened to and fro', async () => {
    await openEditor();
    press('1:1 Square');
    for (const degrees of [1.3, 2.7, 4.1, 2.2, 0.6, 3.9, 0]) {
      slide('Straighten', degrees);
    }
    expect(screen.getByText('Keeps 1200 × 1200 of 1600 × 1200 pixels')).toBeVisible();
  });

  it('counts what straightening cuts off', async () => {
    await openEditor();
    expect(screen.getByText('Keeps all 1600 × 1200 pixels')).toBeVisible();
    slide('Straighten', 3);
    expect(screen.getByText(/^Keeps 1\d\d\d × 1\d\d\d of 1600 × 1200 pixels$/)).toBeVisible();
  });

  it('saves a copy and leaves the photo as it is', async () => {
    answer = () => Response.json(aPhoto(2));
    history.replaceState(null, '', `/media?photo=${photoId(1)}`);
    await openEditor();
    press('Flip left and right');
    press('Save as new photo');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toMatchObject([{ method: 'POST', body: { edit: { mirrored: true, crop: null } } }]);
    expect(sent[0]?.path).toBe(`/api/photos/${aPhoto(1).id}/edits`);
    const [copied] = currentToasts();
    expect(copied).toMatchObject({ description: 'Saved as a new photo', action: { label: 'Open it' } });
    cleanup();
    copied?.action?.onSelect();
    expect(new URLSearchParams(location.search).get('photo')).toBe(photoId(2));
  });

  it('begins with what was changed before, and goes back to the original', async () => {
    const edit: PhotoEdit = {
      ...{ version: 1, mirrored: false, turn: 90, degrees: 0, crop: null, brightness: 15, contrast: 0, saturation: 0 },
    };
    const original = { width: 1600, height: 1200, objectPath: '/objects/business/original/publish.jpg' };
    await openEditor(aPhoto(1, { width: 1200, height: 1600, edit, original }));
    expect(screen.getByRole('slider', { name: 'Brightness' })).toHaveValue('15');
    expect(screen.getByText('Keeps all 1200 × 1600 pixels')).toBeVisible();
    press('Back to the original');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toMatchObject([{ method: 'PUT', body: { edit: null } }]);
    expect(currentToasts()[0]).toMatchObject({ description: 'The photo is back to the original' });
  });

  it.each([
    ['the changes before', { version: 1 as const, ...untouched, brightness: 15 }],
    ['the original', null],
  ])('takes a change back to %s', async (_, edit) => {
    await openEditor(aPhoto(1, { edit }));
    slide('Brightness', 40);
    press('Save');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    cleanup();
    const [saved] = currentToasts();
    expect(saved).toMatchObject({ description: 'Photo changed', action: { label: 'Undo' } });
    saved?.action?.onSelect();
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('Your last change was undone'));
    expect(sent.at(-1)).toEqual({ method: 'PUT', path: `/api/photos/${aPhoto(1).id}/look`, body: { edit } });
  });

  it('goes on in the shape that was chosen before', async () => {
    const crop = { x: 20, y: 100, width: 800, height: 1000 };
    const dialog = await openEditor({ ...aPhoto(1), edit: { ...untouched, version: 1, crop } });
    expect(within(dialog).getByRole('button', { pressed: true })).toHaveTextContent('4:5 Portrait');
    fireEvent.keyDown(within(dialog).getByRole('button', { name: /bottom right/i }), { key: 'ArrowLeft' });
    press('Save');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body.edit?.crop).toEqual({ x: 20, y: 100, width: 784, height: 980 });
  });

  it('says why a change could not be taken back', async () => {
    await openEditor();
    slide('Brightness', 40);
    press('Save');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    answer = () => Response.json({ error: 'not_found', message: 'This photo was deleted.' }, { status: 404 });
    currentToasts()[0]?.action?.onSelect();
    await waitFor(() =>
      expect(currentToasts()[0]).toMatchObject({ tone: 'error', description: 'This photo was deleted.' }),
    );
  });

  it('keeps the changes when saving fails, and says why', async () => {
    await openEditor();
    slide('Straighten', 3.5);
    answer = () =>
      Response.json({ error: 'unavailable', message: 'This photo is still being prepared.' }, { status: 503 });
    press('Save');
    expect(await screen.findByRole('alert')).toHaveTextContent('This photo is still being prepared.');
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByRole('slider', { name: 'Straighten' })).toHaveValue('3.5');
    press('Undo these changes');
    expect(screen.getByRole('slider', { name: 'Straighten' })).toHaveValue('0');
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  });

  it('brings back what a slider was at before a touch that became a scroll', async () => {
    await openEditor();
    press('1:1 Square');
    for (const [name, value] of [
      ['Saturation', 35],
      ['Straighten', 3],
    ] as const) {
      const slider = screen.getByRole('slider', { name });
      slide(name, value);
      const kept = screen.getByText(/^Keeps/).textContent;
      fireEvent.pointerDown(slider, { isPrimary: true, pointerType: 'touch' });
      slide(name, -12);
      fireEvent.pointerCancel(slider, { isPrimary: true, pointerType: 'touch' });
      expect(slider).toHaveValue(String(value));
      expect(screen.getByText(/^Keeps/)).toHaveTextContent(String(kept));
    }
    slide('Straighten', 0);
    expect(screen.getByText('Keeps 1200 × 1200 of 1600 × 1200 pixels')).toBeVisible();
  });

  it('keeps what a touch that ended on a slider has set, also when a later one becomes a scroll', async () => {
    await openEditor();
    const slider = screen.getByRole('slider', { name: 'Saturation' });
    const touch = { isPrimary: true, pointerType: 'touch' };
    fireEvent.pointerDown(slider, touch);
    slide('Saturation', 35);
    fireEvent.pointerUp(slider, touch);
    expect(slider).toHaveValue('35');
    fireEvent.pointerCancel(slider, { isPrimary: false, pointerType: 'touch' });
    expect(slider).toHaveValue('35');
    fireEvent.pointerDown(slider, touch);
    slide('Saturation', -81);
    fireEvent.pointerCancel(slider, touch);
    expect(slider).toHaveValue('35');
  });

  it('lets a finger on the picture scroll while there is nothing to move', async () => {
    await openEditor();
    const part = screen.getByRole('button', { name: 'Move the part to keep with the arrow keys' });
    expect(part).not.toHaveClass('touch-none');
    slide('Straighten', 3);
    expect(part).not.toHaveClass('touch-none');
    press('1:1 Square');
    expect(part).toHaveClass('touch-none');
    press('Undo these changes');
    expect(part).not.toHaveClass('touch-none');
    for (const corner of screen.getAllByRole('button', { name: /corner with the arrow keys$/ })) {
      expect(corner).toHaveClass('touch-none');
    }
  });

  it('shows where text stays readable, when asked', async () => {
    await openEditor();
    expect(document.querySelector('[data-safe-area]')).toBeNull();
    fireEvent.click(screen.getByRole('switch', { name: 'Show where text stays readable' }));
    expect(document.querySelector('[data-safe-area]')).not.toBeNull();
  });

  it('says that the photo did not load, and tries again', async () => {
    loads = false;
    render(
      <QueryClientProvider client={createQueryClient()}>
        <PhotoEditorDialog photo={aPhoto(1)} onClose={onClose} />
      </QueryClientProvider>,
    );
    expect(await screen.findByText('Failed to fetch image data')).toBeVisible();
    loads = true;
    press('Retry');
    expect(await screen.findByRole('img', { name: 'The photo with your changes' })).toBeVisible();
  });
});
