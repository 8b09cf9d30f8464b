import type { Photo } from '@postloom/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { untouched } from '#lib/contract-data.ts';
import { setPageBusinessId } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { libraryScreen, openLibrary } from './testing/open-library.tsx';

const fetched = stubbedFetch();
libraryScreen();
/** As different files. */
const file = (n: number, facts: Partial<Photo> = {}) => aPhoto(n, { sha256: String(n).repeat(64), ...facts });
let library: Photo[];
const bulks: { ids: string[]; action: string; albumId?: string | null }[] = [];
const alike: Record<string, number[]> = { [photoId(1)]: [1], [photoId(2)]: [0] };

beforeAll(() => import('./components/photo-details-dialog.tsx'));
let fails: boolean;
beforeEach(() => {
  library = [file(1), file(2, { similarTo: photoId(1) }), file(3)];
  fails = false;
  bulks.splice(0);
  fetched.mockImplementation((address, init) => {
    const url = new URL(String(address), 'http://localhost');
    const [, id] = /^\/api\/photos\/([^/]+)\/similar$/.exec(url.pathname) ?? [];
    if (url.pathname === '/api/photos/bulk') {
      const change = JSON.parse(String(init?.body)) as (typeof bulks)[number];
      bulks.push(change);
      if (change.action === 'delete') {
        library = library.filter((photo) => !change.ids.includes(photo.id));
      }
      return Promise.resolve(Response.json(change.ids.map((one) => ({ id: one, success: true, error: null }))));
    }
    if (id !== undefined && fails) {
      return Promise.resolve(Response.json({ error: 'unavailable', message: 'Not now.' }, { status: 503 }));
    }
    if (id !== undefined) {
      return Promise.resolve(Response.json((alike[id] ?? []).flatMap((place) => library[place] ?? [])));
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

  it('leads also to one that the list does not hold, which needs not be read for that', async () => {
    const served = fetched.getMockImplementation();
    fetched.mockImplementation((address, init) => {
      const url = String(address);
      const refused = () => Response.json({ error: 'unavailable', message: 'Not now.' }, { status: 503 });
      return url.includes('ids=')
        ? Promise.resolve(refused())
        : url.includes(`${photoId(2)}/similar`)
          ? Promise.resolve(Response.json([file(9)]))
          : (served?.(address, init) ?? Promise.resolve(refused()));
    });
    await open(`/media?photo=${photoId(2)}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Open photo 9.jpg, which looks like this photo' }));
    expect(await within(screen.getByRole('dialog', { name: 'Photo Details' })).findByText('photo 9.jpg')).toBeVisible();
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

  it('says so when those that look like it did not load, and tries again', async () => {
    fails = true;
    await open(`/media?photo=${photoId(2)}`);
    const dialog = await screen.findByRole('dialog', { name: 'Photo Details' });
    const alert = await within(dialog).findByText('The photos that look like this one did not load.');
    fails = false;
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(
      await within(dialog).findByRole('button', { name: 'Open photo 1.jpg, which looks like this photo' }),
    ).toBeVisible();
    expect(within(dialog).queryByRole('alert')).toBeNull();
  });
});

describe('a photo that is there twice', () => {
  const album = photoId(77);
  beforeEach(() => setPageBusinessId(photoId(10)));
  afterEach(() => setPageBusinessId(null));
  /** The first two are of one file. */
  const openCopy = async (facts: Partial<Photo> = {}) => {
    library = [file(1, facts), file(2, { sha256: file(1).sha256 }), file(3)];
    await open(`/media?photo=${photoId(2)}`);
    return await screen.findByRole('dialog', { name: 'Photo Details' });
  };

  it('says so, and one is kept when the person says so', async () => {
    const dialog = await openCopy({ albumId: album });
    expect(
      await within(dialog).findByRole('button', { name: 'Open photo 1.jpg, the same file as this photo' }),
    ).toHaveTextContent('Same file');
    expect(within(dialog).getByText('Your library has this file twice.')).toBeVisible();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove the other copy' }));
    const question = await screen.findByRole('alertdialog', { name: 'Remove the other copy?' });
    expect(bulks).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Remove' }));
    await waitFor(() =>
      expect(bulks).toEqual([
        { ids: [photoId(1)], action: 'delete' },
        // Where the removed one was.
        { ids: [photoId(2)], action: 'move', albumId: album },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('is not offered to be removed while posts show it', async () => {
    const dialog = await openCopy({ usedInPosts: 1 });
    expect(
      await within(dialog).findByText(/The other copy is used in posts\. To keep only that one, open it\./),
    ).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Remove the other copy' })).toBeNull();
  });

  it('is not called the same when something else was made of it', async () => {
    const dialog = await openCopy({ edit: { version: 1, ...untouched, brightness: 20 } });
    expect(
      await within(dialog).findByRole('button', { name: 'Open photo 1.jpg, which looks like this photo' }),
    ).toBeVisible();
    expect(within(dialog).queryByText('Same file')).toBeNull();
    expect(within(dialog).queryByText('Your library has this file twice.')).toBeNull();
  });
});
