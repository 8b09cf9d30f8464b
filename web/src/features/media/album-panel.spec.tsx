import type { Album, Photo } from '@postloom/contracts';
import { onlineManager } from '@tanstack/react-query';
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { libraryScreen, openLibrary } from './testing/open-library.tsx';

const fetched = stubbedFetch();
libraryScreen();
const idOf = (n: number) => `00000000-0000-4000-8000-0000000a${String(n).padStart(4, '0')}`;
const anAlbum = (n: number, name: string, more: Partial<Album> = {}): Album => ({
  ...{ id: idOf(n), name, parentId: null, description: null, photoCount: n, createdAt: '2026-11-01T00:00:00Z' },
  ...more,
});
const cover = '/objects/b/p/200.webp';

let albums: Album[];
let library: Photo[];
let isDown: boolean;
/** Photos are answered from then on. */
let answered: Promise<void>;
/** Photos that were moved, each with its album. */
let moved: unknown[];
/** The albums whose photos were asked for. */
let asked: (string | null)[];

function answer(url: URL, init: RequestInit | undefined): Response {
  const page = (data: unknown[]) => Response.json({ data, nextCursor: null, total: data.length });
  if (init?.method === 'PUT' || init?.method === 'POST' || init?.method === 'DELETE') {
    const id = url.pathname.split('/')[3] ?? '';
    const body = init.body ? (JSON.parse(String(init.body)) as Partial<Album & Photo>) : {};
    if (url.pathname.startsWith('/api/photos/')) {
      moved.push([id, body.albumId ?? null, ...('ids' in body ? [body.ids] : [])]);
      library = library.map((photo) => (photo.id === id ? { ...photo, ...body } : photo));
      const changed = library.find((photo) => photo.id === id);
      const ids = 'ids' in body ? (body.ids as string[]) : [];
      return Response.json(
        changed ?? ids.map((one) => ({ id: one, success: true, error: null, before: { albumId: null, tags: [] } })),
      );
    }
    const made = { ...anAlbum(9, ''), ...albums.find((album) => album.id === id), ...body };
    albums = albums.filter((album) => album.id !== id);
    if (init.method === 'DELETE') {
      return new Response(null, { status: 204 });
    }
    albums = [made, ...albums];
    return Response.json(made);
  }
  if (url.pathname === '/api/albums') {
    return isDown ? new Response('{}', { status: 500 }) : page(albums);
  }
  if (url.pathname === '/api/photos') {
    asked.push(url.searchParams.get('albumId'));
    return page(library);
  }
  return page([]);
}

beforeAll(() =>
  Promise.all([
    import('./components/album-panel.tsx'),
    import('./components/album-menu.tsx'),
    import('./components/album-dialogs.tsx'),
    import('./components/move-album-dialog.tsx'),
  ]),
);
beforeEach(() => {
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: true }));
  albums = [
    anAlbum(2, 'Wedding', { parentId: idOf(1) }),
    anAlbum(1, 'Shop', { cover }),
    anAlbum(3, 'Cake', { parentId: idOf(2) }),
    anAlbum(4, 'Cake'),
  ];
  library = [aPhoto(1), aPhoto(2)];
  onlineManager.setOnline(true);
  [isDown, moved, asked] = [false, [], []];
  answered = Promise.resolve();
  fetched.mockImplementation(async (url, init) => {
    const asks = new URL(String(url), 'http://localhost');
    if (asks.pathname === '/api/photos') {
      await answered;
    }
    return answer(asks, init);
  });
});

const panel = () => screen.findByRole('region', { name: 'Albums' });
const row = (name: string) => screen.getByRole('button', { name });
const rows = async () =>
  within(await within(await panel()).findByRole('list', { name: 'Albums' }))
    .getAllByRole('listitem')
    .map((one) => one.querySelector('[data-tile] .sr-only')?.textContent);

/** A transfer that carries this photo, or a file. */
function carrying(id: string | null) {
  const type = 'application/x-postloom-photo';
  return { types: [id === null ? 'Files' : type], getData: (asks: string) => (asks === type ? (id ?? '') : '') };
}
function drop(target: Element, id: string | null): { isTaken: boolean; looked: boolean } {
  const dataTransfer = carrying(id);
  fireEvent.dragEnter(target, { dataTransfer });
  const isTaken = !fireEvent.dragOver(target, { dataTransfer });
  const looked = target.closest('li')?.querySelector('button')?.className.includes('ring-woad') ?? false;
  fireEvent.drop(target, { dataTransfer });
  return { isTaken, looked };
}

describe('the panel of albums', () => {
  it('sorts by name as people count: the second week stands before the tenth', async () => {
    albums = ['Week 10', 'autumn', 'Week 2'].map((name, index) => anAlbum(index + 1, name));
    await openLibrary();
    expect(await rows()).toEqual(['autumn, 2 photos', 'Week 2, 3 photos', 'Week 10, 1 photo']);
  });

  it('lists each below the one it stands in, with its cover and its count', async () => {
    await openLibrary();
    await screen.findByText('All Photos', { selector: 'h2' });
    expect(await rows()).toEqual([
      ...['Cake, 4 photos', 'Shop, 1 photo', 'Shop / Wedding, 2 photos', 'Shop / Wedding / Cake, 3 photos'],
    ]);
    const image = row('Shop, 1 photo').querySelector('img');
    expect([image?.getAttribute('src'), image?.getAttribute('loading')]).toEqual([cover, 'lazy']);
    expect(row('Cake, 4 photos').querySelector('img')).toBeNull();
    fireEvent.error(image as Element);
    expect(row('Shop, 1 photo').querySelector('img')).toBeNull();
    const indents = ['Shop, 1 photo', 'Shop / Wedding, 2 photos', 'Shop / Wedding / Cake, 3 photos'].map((name) =>
      Number.parseInt(row(name).style.paddingLeft, 10),
    );
    expect(indents).toEqual(indents.toSorted((a, b) => a - b));
    expect(new Set(indents).size).toBe(3);
    // What it says and does is not said and done a second time.
    expect(screen.queryByRole('combobox', { name: 'Album' })).toBeNull();
    expect(screen.getAllByRole('button', { name: 'New Album' })).toHaveLength(1);
    // Where it stands, there is room for words.
    expect(screen.getByText('Recently deleted')).not.toHaveClass('sr-only');
  });

  it('counts what is inside an album that has no photos of its own', async () => {
    albums = [
      anAlbum(1, 'Henderson', { photoCount: 0 }),
      anAlbum(2, 'Rehearsal', { parentId: idOf(1), photoCount: 0 }),
      anAlbum(3, 'Selection', { parentId: idOf(2), photoCount: 16 }),
      anAlbum(4, 'Vows', { parentId: idOf(1), photoCount: 5 }),
      anAlbum(5, 'Zinnias', { photoCount: 0 }),
      anAlbum(6, 'Zoo', { photoCount: 7 }),
    ];
    await openLibrary();
    expect((await rows()).filter((name) => !/ \d+ photos$/.test(name ?? ''))).toEqual([
      'Henderson, 21 photos in the albums inside it',
      'Henderson / Rehearsal, 16 photos in the albums inside it',
    ]);
    expect(row('Henderson, 21 photos in the albums inside it')).toHaveTextContent(/21$/);
    expect(row('Zinnias, 0 photos')).toBeVisible();
    expect(row('Henderson / Vows, 5 photos')).toBeVisible();
  });

  it('shows the photos of an album that is clicked, and all again when it is clicked once more', async () => {
    await openLibrary();
    await panel();
    fireEvent.click(row('Shop, 1 photo'));
    expect(await screen.findByRole('heading', { name: 'Shop Photos' })).toBeVisible();
    expect(row('Shop, 1 photo')).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByText('Viewing: Shop')).toBeVisible();
    await waitFor(() => expect(asked.at(-1)).toBe(idOf(1)));
    fireEvent.click(row('Shop, 1 photo'));
    expect(await screen.findByRole('heading', { name: 'All Photos' })).toBeVisible();
    expect(row('Shop, 1 photo')).toHaveAttribute('aria-pressed', 'false');
    expect(row('All Photos')).toHaveAttribute('aria-pressed', 'true');
    for (const heading of ['No Album Photos', 'All Photos']) {
      fireEvent.click(row('No Album'));
      expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
    }
    expect(asked.includes('none')).toBe(true);
  });

  it('counts nothing while the photos of another list stand in for those of an album', async () => {
    await openLibrary();
    await panel();
    await screen.findByText('2 photos uploaded');
    const heading = (name: string) => screen.getByRole('heading', { name }).parentElement;
    expect(heading('All Photos')).toHaveTextContent(/^All Photos2$/);
    const answer = Promise.withResolvers<void>();
    answered = answer.promise;
    fireEvent.click(row('Shop, 1 photo'));
    expect(await screen.findByRole('heading', { name: 'Shop Photos' })).toBeVisible();
    expect(screen.queryByText(/in this album/)).toBeNull();
    expect(heading('Shop Photos')).toHaveTextContent(/^Shop PhotosViewing/);
    answer.resolve();
    expect(await screen.findByText('2 photos in this album')).toBeVisible();
    expect(heading('Shop Photos')).toHaveTextContent(/^Shop Photos2Viewing/);
  });

  it('shows no other photos as those of an album that the network is missing for', async () => {
    await openLibrary();
    await panel();
    await screen.findByRole('list', { name: 'Photos' });
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onlineManager.setOnline(false);
    fireEvent.click(row('Shop, 1 photo'));
    expect(await screen.findByText(/This loads by itself when you’re back online\.$/)).toBeVisible();
    expect(screen.queryByRole('list', { name: 'Photos' })).toBeNull();
    expect(screen.queryByText(/in this album/)).toBeNull();
    network.mockReturnValue(true);
    act(() => {
      dispatchEvent(new Event('online'));
      onlineManager.setOnline(true);
    });
    expect(await screen.findByRole('list', { name: 'Photos' })).toBeInTheDocument();
    expect(await screen.findByText('2 photos in this album')).toBeVisible();
  });

  it('takes a photo that is dropped on an album or on No Album, and says where it may be dropped meanwhile', async () => {
    await openLibrary();
    await panel();
    act(() => void dispatchEvent(Object.assign(new Event('dragstart'), { dataTransfer: carrying(photoId(1)) })));
    expect(await screen.findByText('Drop on an album to move it there')).toBeVisible();
    expect(screen.queryByText('Drop on an album to move it there', { selector: '.fixed *' })).toBeNull();
    expect(drop(row('Shop / Wedding, 2 photos'), photoId(1))).toEqual({ isTaken: true, looked: true });
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('Photo moved to album!'));
    expect(drop(row('No Album'), photoId(1))).toEqual({ isTaken: true, looked: true });
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('Photo removed from album'));
    expect(moved).toEqual([
      [photoId(1), idOf(2)],
      [photoId(1), null],
    ]);
    expect(drop(row('Shop, 1 photo'), null)).toEqual({ isTaken: false, looked: false });
    expect(moved).toHaveLength(2);
  });

  it('no longer marks what a photo is dragged away from, inner parts of it aside', async () => {
    await openLibrary();
    await panel();
    const shop = row('Shop, 1 photo');
    const dataTransfer = carrying(photoId(1));
    fireEvent.dragOver(shop, { dataTransfer });
    const leaveFor = (relatedTarget: Element | null) =>
      fireEvent(shop, Object.assign(createEvent.dragLeave(shop, { dataTransfer }), { relatedTarget }));
    leaveFor(shop.querySelector('span'));
    expect(shop.className).toContain('ring-woad');
    leaveFor(document.body);
    expect(shop.className).not.toContain('ring-woad');
  });

  it('has a menu for each, where it stands', async () => {
    await openLibrary();
    await panel();
    const open = async (name: string, item: string) => {
      const line = row(name).closest('li');
      const trigger = within(line as HTMLElement).getByRole('button', { name: /^Actions for/ });
      fireEvent.keyDown(trigger, { key: 'ArrowDown' });
      const menu = await screen.findByRole('menu');
      fireEvent.click(within(menu).getByRole('menuitem', { name: item }));
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    };
    await open('Shop / Wedding, 2 photos', 'Edit');
    const dialog = await screen.findByRole('dialog', { name: 'Edit Album' });
    fireEvent.change(within(dialog).getByRole('textbox', { name: /Album name/ }), { target: { value: 'Weddings' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Shop / Weddings, 2 photos' })).not.toBeNull());
    await open('Cake, 4 photos', 'Move');
    expect(await screen.findByRole('dialog', { name: 'Move Cake' })).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await open('Cake, 4 photos', 'New album inside');
    expect(await screen.findByRole('dialog', { name: 'New Album in Cake' })).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await open('Cake, 4 photos', 'Delete');
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Album' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cake, 4 photos' })).toBeNull());
    expect(currentToasts()[0]?.description).toBe('Album deleted successfully!');
  });

  it('stays with the album that is shown when another is deleted, and makes new ones beside it', async () => {
    await openLibrary(`/media?album=${idOf(1)}`);
    await panel();
    const line = row('Cake, 4 photos').closest('li') as HTMLElement;
    fireEvent.click(within(line).getByRole('button', { name: 'Actions for Cake' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Album' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cake, 4 photos' })).toBeNull());
    expect(screen.getByRole('heading', { name: 'Shop Photos' })).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'New Album' }));
    const dialog = await screen.findByRole('dialog', { name: 'New Album' });
    fireEvent.change(within(dialog).getByRole('textbox', { name: /Album name/ }), { target: { value: 'Zucchini' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Create Album' }));
    expect(await screen.findByRole('heading', { name: 'Zucchini Photos' })).toBeVisible();
    expect(row('Zucchini, 9 photos')).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Where this album is' })).toBeNull();
  });

  it('of a thousand holds few in the document, one of which the Tab key reaches', async () => {
    albums = Array.from({ length: 1_000 }, (_, index) => anAlbum(index, `Album ${String(index).padStart(4, '0')}`));
    await openLibrary();
    await waitFor(async () => expect((await rows()).length).toBeGreaterThan(3));
    expect((await rows()).length).toBeLessThan(40);
    const list = within(await panel()).getByRole('list', { name: 'Albums' });
    expect(within(list).getAllByRole('listitem')[0]).toHaveAttribute('aria-setsize', '1000');
    expect(list.querySelectorAll('[data-tile][tabindex="0"]')).toHaveLength(1);
    fireEvent.keyDown(row('Album 0000, 0 photos'), { key: 'ArrowDown' });
    await waitFor(() => expect(row('Album 0001, 1 photo')).toHaveFocus());
  });

  it('says what albums are for while there are none', async () => {
    albums = [];
    await openLibrary();
    expect(await screen.findByText('Keep photos together by season, product or customer.')).toBeVisible();
    expect(within(await panel()).queryByRole('button', { name: 'No Album' })).toBeNull();
  });

  it('says that albums never seen on this device come with the network, and shows them then', async () => {
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onlineManager.setOnline(false);
    await openLibrary();
    expect(await within(await panel()).findByText(/This loads by itself when you’re back online\.$/)).toBeVisible();
    expect(screen.queryByText('Loading your albums')).toBeNull();
    network.mockReturnValue(true);
    act(() => {
      dispatchEvent(new Event('online'));
      onlineManager.setOnline(true);
    });
    expect(await screen.findByRole('button', { name: 'Shop, 1 photo' })).toBeVisible();
  });

  it('offers to read the albums again that did not load', async () => {
    isDown = true;
    await openLibrary();
    const retry = await within(await panel()).findByRole('button', { name: 'Retry' });
    isDown = false;
    fireEvent.click(retry);
    expect(await screen.findByRole('button', { name: 'Shop, 1 photo' })).toBeVisible();
  });
});

describe('where there is no room for it', () => {
  it('the albums are a choice, and while a photo is dragged a bar that tells two of one name apart', async () => {
    vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: false }));
    await openLibrary();
    expect(await screen.findByRole('combobox', { name: 'Album' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Albums' })).toBeNull();
    act(() => void dispatchEvent(Object.assign(new Event('dragstart'), { dataTransfer: carrying(photoId(1)) })));
    const hint = await screen.findByText('Drop on an album to move it there');
    const targets = [...(hint.parentElement?.querySelectorAll('li') ?? [])];
    expect(targets.map((one) => [...one.children].map((part) => part.textContent))).toEqual([
      ...[['Cake'], ['Shop'], ['Shop', 'Wedding'], ['Shop / Wedding', 'Cake'], ['No Album']],
    ]);
    drop(targets[3] as Element, photoId(2));
    await waitFor(() => expect(moved).toEqual([[photoId(2), idOf(3)]]));
  });
});
