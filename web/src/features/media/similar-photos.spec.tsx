import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { libraryScreen, openLibrary } from './testing/open-library.tsx';

const fetched = stubbedFetch();
libraryScreen();
const library = [aPhoto(1), aPhoto(2, { similarTo: photoId(1) }), aPhoto(3)];
const alike: Record<string, number[]> = { [photoId(1)]: [1], [photoId(2)]: [0] };

beforeAll(() => import('./components/photo-details-dialog.tsx'));
beforeEach(() => {
  fetched.mockImplementation((address) => {
    const url = new URL(String(address), 'http://localhost');
    const [, id] = /^\/api\/photos\/([^/]+)\/similar$/.exec(url.pathname) ?? [];
    if (id !== undefined) {
      return Promise.resolve(Response.json((alike[id] ?? []).map((place) => library[place])));
    }
    const data = url.pathname === '/api/photos' ? library : [];
    return Promise.resolve(Response.json({ data, nextCursor: null, total: data.length }));
  });
});

async function open(address: string): Promise<void> {
  await openLibrary(address);
  await screen.findByText('3 photos uploaded');
}

describe('a photo that looks like another', () => {
  it.each(['/media', '/media?view=list'])('is marked in the library: %s', async (address) => {
    await open(address);
    expect(await screen.findByRole('button', { name: /^photo 2\.jpg.*Similar photo/ })).toBeVisible();
    expect(screen.getAllByText(/Similar photo/)).toHaveLength(1);
  });

  it('shows it in its details, and leads there', async () => {
    await open(`/media?photo=${photoId(2)}`);
    const dialog = await screen.findByRole('dialog', { name: 'Photo Details' });
    expect(await within(dialog).findByRole('heading', { name: 'Looks like' })).toBeVisible();
    const stamp = within(dialog).getByRole('button', { name: 'Open photo 1.jpg, which looks like this photo' });
    expect(within(stamp).getByText('photo 1.jpg')).toBeVisible();
    // In the column of the picture, below it, and not in that of the form.
    const below = within(dialog).getByRole('region', { name: 'Used in' }).parentElement as HTMLElement;
    expect(below).toContainElement(stamp);
    expect(within(below).queryByLabelText('Description')).toBeNull();
    fireEvent.click(stamp);
    const other = await screen.findByRole('dialog', { name: 'Photo Details' });
    expect(await within(other).findByText('photo 1.jpg')).toBeVisible();
    expect(location.search).toBe(`?photo=${photoId(1)}`);
    expect(
      await within(other).findByRole('button', { name: 'Open photo 2.jpg, which looks like this photo' }),
    ).toBeVisible();
  });

  it('and what was typed about the first one is there when the person comes back to it', async () => {
    await open(`/media?photo=${photoId(2)}`);
    const dialog = await screen.findByRole('dialog', { name: 'Photo Details' });
    fireEvent.change(within(dialog).getByLabelText('Description'), { target: { value: 'Rye on the shelf' } });
    fireEvent.click(
      await within(dialog).findByRole('button', { name: 'Open photo 1.jpg, which looks like this photo' }),
    );
    const other = await screen.findByRole('dialog', { name: 'Photo Details' });
    const back = await within(other).findByRole('button', { name: 'Open photo 2.jpg, which looks like this photo' });
    expect(within(other).getByLabelText('Description')).toHaveValue('');
    fireEvent.click(back);
    await waitFor(() => expect(screen.getByLabelText('Description')).toHaveValue('Rye on the shelf'));
    expect(screen.getByRole('button', { name: 'Save details' })).toBeEnabled();
  });

  it('and one that looks like none says nothing of it', async () => {
    await open(`/media?photo=${photoId(3)}`);
    await screen.findByRole('dialog', { name: 'Photo Details' });
    expect(screen.queryByRole('heading', { name: 'Looks like' })).toBeNull();
  });
});
