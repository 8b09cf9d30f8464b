import type { Album } from '@postloom/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPhoto } from '#data/testing/photos.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { libraryScreen, openLibrary } from './testing/open-library.tsx';

const fetched = stubbedFetch();
libraryScreen();
const idOf = (n: number) => `00000000-0000-4000-8000-0000000a000${n}`;
const anAlbum = (n: number, name: string, parentId: string | null = null): Album => ({
  ...{ id: idOf(n), name, parentId, description: null, photoCount: n, createdAt: '2026-11-01T00:00:00Z' },
});

let albums: Album[];
let refusal: string | null;
/** No album has photos of its own. */
let isEmpty: boolean;
/** What was sent to change albums, and the last list of photos that was asked for. */
let sent: unknown[];
let listed: URLSearchParams;

function answer(url: URL, init: RequestInit | undefined): Response {
  const page = (data: unknown[]) => Response.json({ data, nextCursor: null, total: data.length });
  if (init?.method === 'PUT' || init?.method === 'POST') {
    if (refusal) {
      return Response.json({ error: 'conflict', message: refusal, requestId: 'r' }, { status: 409 });
    }
    const body = JSON.parse(String(init.body)) as Partial<Album>;
    sent.push(body);
    const id = url.pathname.split('/')[3] ?? idOf(9);
    const changed = { ...(albums.find((album) => album.id === id) ?? anAlbum(9, '')), ...body };
    albums = [changed, ...albums.filter((album) => album.id !== id)];
    return Response.json(changed);
  }
  if (init?.method === 'DELETE') {
    albums = albums.filter(({ id }) => !url.pathname.endsWith(id));
    return Response.json({ success: true });
  }
  if (url.pathname === '/api/albums') {
    return page(albums);
  }
  if (url.pathname === '/api/photos') {
    listed = url.searchParams;
    return page(isEmpty && !listed.has('albumsInside') ? [] : [aPhoto(1)]);
  }
  return page([]);
}

beforeAll(() => Promise.all([import('./components/album-dialogs.tsx'), import('./components/move-album-dialog.tsx')]));
beforeEach(() => {
  albums = [anAlbum(3, 'Cake', idOf(2)), anAlbum(4, 'Market'), anAlbum(1, 'Shop'), anAlbum(2, 'Wedding', idOf(1))];
  refusal = null;
  isEmpty = false;
  sent = [];
  fetched.mockImplementation((url, init) => Promise.resolve(answer(new URL(String(url), 'http://localhost'), init)));
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const optionsOf = (select: HTMLElement) =>
  within(select)
    .getAllByRole('option')
    .map((one) => one.textContent);

describe('albums inside albums', () => {
  it('are listed below those they stand in', async () => {
    await openLibrary();
    expect(optionsOf(await screen.findByRole('combobox', { name: 'Album' }))).toEqual([
      ...['All Photos', 'Market (4)', 'Shop (1)', '\u2003Wedding (2)', '\u2003\u2003Cake (3)', 'No Album'],
    ]);
  });

  it('lead to the album around them when they are deleted', async () => {
    await openLibrary(`/media?album=${idOf(2)}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete the album' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Album' }));
    expect(await screen.findByRole('heading', { name: 'Shop Photos' })).toBeVisible();
  });

  it('say where they stand and what is inside them, and lead there', async () => {
    await openLibrary(`/media?album=${idOf(2)}`);
    const path = await screen.findByRole('navigation', { name: 'Where this album is' });
    expect(path).toHaveTextContent('Shop/Wedding');
    press('Cake (3)');
    expect(await screen.findByRole('heading', { name: 'Cake Photos' })).toBeVisible();
    expect(path).toHaveTextContent('Shop/Wedding/Cake');
    fireEvent.click(within(path).getByRole('button', { name: 'Shop' }));
    expect(await screen.findByRole('heading', { name: 'Shop Photos' })).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Where this album is' })).toBeNull();
  });

  it('show their photos with those of the album around them when asked', async () => {
    await openLibrary(`/media?album=${idOf(1)}`);
    fireEvent.click(await screen.findByRole('button', { name: 'With albums inside' }));
    await waitFor(() => expect(listed.get('albumsInside')).toBe('true'));
    expect(listed.get('albumId')).toBe(idOf(1));
    press('Wedding (2)');
    await waitFor(() => expect(listed.get('albumId')).toBe(idOf(2)));
    expect(listed.get('albumsInside')).toBeNull();
  });

  it('are where the photos of an album may be that has none of its own', async () => {
    isEmpty = true;
    await openLibrary(`/media?album=${idOf(1)}`);
    expect(await screen.findByText(/There may be some in the albums inside it/)).toBeVisible();
    press('Show the photos inside');
    expect((await screen.findAllByRole('button', { name: /photo 1/ }))[0]).toBeVisible();
  });

  it('are named before the album around them is deleted, and what becomes of them', async () => {
    await openLibrary(`/media?album=${idOf(2)}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete the album' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'The album inside it, Cake, stays with its photos and moves up.',
    );
  });

  it('are not named where there are none', async () => {
    isEmpty = true;
    await openLibrary(`/media?album=${idOf(4)}`);
    expect(await screen.findByText(/This album is empty/)).toBeVisible();
  });

  it('move where they fit, and back again', async () => {
    await openLibrary(`/media?album=${idOf(2)}`);
    await screen.findByRole('heading', { name: 'Wedding Photos' });
    press('Move the album');
    const dialog = await screen.findByRole('dialog', { name: 'Move Wedding' });
    const select = within(dialog).getByRole('combobox', { name: 'Inside' });
    expect(optionsOf(select)).toEqual(['No other album', 'Market', 'Shop']);
    expect(within(dialog).getByRole('button', { name: 'Move' })).toBeDisabled();
    fireEvent.change(select, { target: { value: idOf(4) } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(currentToasts()[0]).toMatchObject({ description: 'Wedding moved' }));
    expect(await screen.findByText('Market', { selector: 'nav *' })).toBeVisible();
    act(() => currentToasts()[0]?.action?.onSelect());
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('Your last change was undone'));
    expect(sent).toEqual([{ parentId: idOf(4) }, { parentId: idOf(1) }]);
  });

  it('say why they do not move', async () => {
    await openLibrary(`/media?album=${idOf(2)}`);
    await screen.findByRole('heading', { name: 'Wedding Photos' });
    press('Move the album');
    const dialog = await screen.findByRole('dialog', { name: 'Move Wedding' });
    refusal = 'Albums can be at most 5 deep. Please choose one further up.';
    fireEvent.change(within(dialog).getByRole('combobox', { name: 'Inside' }), { target: { value: '' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Move' }));
    expect(await within(dialog).findByText(refusal)).toBeVisible();
  });

  it('are made in the album that is shown', async () => {
    await openLibrary(`/media?album=${idOf(4)}`);
    await screen.findByRole('heading', { name: 'Market Photos' });
    press('New Album');
    const dialog = await screen.findByRole('dialog', { name: 'New Album in Market' });
    fireEvent.change(within(dialog).getByRole('textbox', { name: /Album name/ }), { target: { value: 'Stall' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Create Album' }));
    await waitFor(() => expect(sent).toEqual([{ name: 'Stall', parentId: idOf(4) }]));
  });
});
