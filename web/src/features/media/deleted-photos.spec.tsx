import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { answer, libraryServer, server } from './testing/library-server.ts';
import { openLibrary } from './testing/open-library.tsx';
import { mediaTexts } from './texts.ts';

const fetched = libraryServer();

// The dialog is fetched when it opens; what is tested begins then.
beforeAll(() => import('./components/recently-deleted-dialog.tsx'));

const tile = (n: number) => screen.findByRole('button', { name: new RegExp(`^photo ${n}\\.jpg`) });
const undo = () => currentToasts()[0]?.action?.onSelect();

describe('deleted photos', () => {
  const remove = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const confirm = within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' });
    // It waits for the drafts that show the photo.
    await waitFor(() => expect(confirm).toBeEnabled());
    fireEvent.click(confirm);
  };

  it('come back when the deletion is undone, one or several', async () => {
    await openLibrary();
    for (const [chosen, said] of [
      [[1], mediaTexts.restored(1)],
      [[1, 2], mediaTexts.undone],
    ] as const) {
      await screen.findByText('3 photos uploaded');
      for (const n of chosen) {
        fireEvent.click(await tile(n));
      }
      await remove();
      await waitFor(() => expect(server.library).toHaveLength(3 - chosen.length));
      await waitFor(() => expect(currentToasts()[0]?.action?.label).toBe('Undo'));
      undo();
      await waitFor(() => expect(server.library).toHaveLength(3));
      expect(server.bulks.at(-1)).toMatchObject({ action: 'restore', ids: chosen.map((n) => aPhoto(n).id) });
      await waitFor(() => expect(currentToasts()[0]?.description).toBe(said));
    }
  });

  it.each([
    [1, 'Success', 'Your last change was undone. 1 photo was not there any more.'],
    [2, 'Nothing was changed', 'These photos are not there any more.'],
  ])('that are gone for good by then, %i of 2, are not called restored', async (gone, title, description) => {
    await openLibrary();
    await screen.findByText('3 photos uploaded');
    for (const n of [1, 2]) {
      fireEvent.click(await tile(n));
    }
    await remove();
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('2 photos deleted'));
    server.deleted = server.deleted.slice(gone);
    undo();
    await waitFor(() => expect(currentToasts()[0]).toMatchObject({ title, description }));
  });

  it('wait in a dialog: each is restored there, or removed for good after a question', async () => {
    server.deleted = [aPhoto(8), aPhoto(9)];
    await openLibrary();
    fireEvent.click(screen.getByRole('button', { name: 'Recently deleted' }));
    const dialog = await screen.findByRole('dialog', { name: 'Recently deleted' });
    expect(await within(dialog).findAllByText(/^Removed for good on /)).toHaveLength(2);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Restore photo 8.jpg' }));
    await waitFor(() => expect(server.library).toHaveLength(4));
    await waitFor(() => expect(within(dialog).queryByText('photo 8.jpg')).toBeNull());
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete photo 9.jpg forever' }));
    const question = await screen.findByRole('alertdialog', { name: 'Delete this photo forever?' });
    expect(server.deleted).toHaveLength(1);
    fireEvent.click(within(question).getByRole('button', { name: 'Delete forever' }));
    expect(await screen.findByText('Nothing was deleted lately')).toBeVisible();
    expect(server.library).toHaveLength(4);
  });

  it('deleted by the dozen come back together, some at a time', async () => {
    server.deleted = Array.from({ length: 160 }, (_, index) => aPhoto(index + 101));
    await openLibrary();
    fireEvent.click(screen.getByRole('button', { name: 'Recently deleted' }));
    const dialog = await screen.findByRole('dialog', { name: 'Recently deleted' });
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Restore all 160' }));
    expect(within(dialog).getByRole('status')).toHaveTextContent('Restoring photos...');
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('160 photos restored'));
    expect(server.library).toHaveLength(163);
    expect(server.bulks.map(({ ids }) => ids.length)).toEqual([25, 25, 25, 25, 25, 25, 10]);
    expect(await within(dialog).findByText('Nothing was deleted lately')).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: /^Restore all/ })).toBeNull();
  });

  it('that could not be restored are named, and tried again', async () => {
    server.deleted = [aPhoto(8), aPhoto(9)];
    const error = { code: 'upgrade_required', message: 'Your plan has no room for this photo.' };
    let isFull = true;
    fetched.mockImplementation((url, init) => {
      const asked = new URL(String(url), 'http://localhost');
      return Promise.resolve(
        asked.pathname === '/api/photos/bulk' && isFull
          ? Response.json([
              { id: photoId(8), success: true, error: null },
              { id: photoId(9), success: false, error },
            ])
          : answer(asked, init),
      );
    });
    await openLibrary();
    fireEvent.click(screen.getByRole('button', { name: 'Recently deleted' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Restore all 2' }));
    const left = await screen.findByRole('alertdialog', { name: '1 photo was not restored' });
    expect(left).toHaveTextContent('Your plan has no room for this photo.');
    isFull = false;
    fireEvent.click(within(left).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(server.bulks).toEqual([{ ids: [photoId(9)], action: 'restore' }]));
  });
});
