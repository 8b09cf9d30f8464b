import type { Album, Photo } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { createQueryClient, setPageBusinessId } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { PhotoDetailsDialog } from './components/photo-details-dialog.tsx';
import { libraryScreen, openLibrary } from './testing/open-library.tsx';

/** The texts that the specification fixes for the library, where no other test names them. */
const fetched = stubbedFetch();
libraryScreen();
const winter = '00000000-0000-4000-8000-0000000a0002';
const anAlbum: Album = {
  ...{ id: winter, name: 'Winter menu', description: null, photoCount: 1, createdAt: '2026-11-01T00:00:00Z' },
};

let library: Photo[];
let albums: Album[];
let fails: boolean;
let holds: boolean;
let moves: { ids: string[]; albumId: string | null }[];

function answer(url: URL, init: RequestInit | undefined): Response | Promise<Response> {
  const page = (data: unknown[]) => Response.json({ data, nextCursor: null, total: data.length });
  if (init?.method && init.method !== 'GET') {
    if (fails) {
      return new Response('no gateway', { status: 502 });
    }
    if (url.pathname === '/api/photos/bulk') {
      const { ids, albumId = null } = JSON.parse(String(init.body)) as { ids: string[]; albumId: string | null };
      moves.push({ ids, albumId });
      return Response.json(ids.map((id) => ({ id, success: true, error: null, before: { albumId: null, tags: [] } })));
    }
    if (init.method === 'PUT') {
      const { albumId = null } = JSON.parse(String(init.body)) as { albumId?: string | null };
      const id = url.pathname.split('/').at(-1) ?? '';
      moves.push({ ids: [id], albumId });
      library = library.map((photo) => (photo.id === id ? { ...photo, albumId } : photo));
      return Response.json(library.find((photo) => photo.id === id));
    }
  }
  if (url.pathname === '/api/albums') {
    return page(albums);
  }
  if (url.pathname === '/api/photos') {
    return holds ? new Promise(() => undefined) : page(url.searchParams.has('search') ? [] : library);
  }
  return page([]);
}

beforeAll(() => Promise.all([import('./components/album-dialogs.tsx'), import('./components/organize-dialog.tsx')]));
beforeEach(() => {
  library = [aPhoto(1), aPhoto(2)];
  albums = [anAlbum];
  fails = false;
  holds = false;
  moves = [];
  fetched.mockImplementation((url, init) => Promise.resolve(answer(new URL(String(url), 'http://localhost'), init)));
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const said = (description: string) =>
  waitFor(() => expect(currentToasts()).toContainEqual(expect.objectContaining({ description })));

describe('the library', () => {
  it('has its title, search, upload and both views', async () => {
    await openLibrary();
    expect(screen.getByRole('heading', { level: 1, name: 'Media Library' })).toBeVisible();
    expect(await screen.findByText('2 photos uploaded')).toBeVisible();
    expect(screen.getByPlaceholderText('Search photos...')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload Photos' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'All Photos' }).nextElementSibling).toHaveTextContent(/^2$/);
    expect(screen.getByRole('button', { name: 'Filter' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Grid view' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('button', { name: 'List view' })).toBeVisible();
  });

  it.each([
    [300, 2],
    [760, 4],
    [1200, 6],
    [3000, 6],
  ])('has on %d pixels %d columns', async (width, columns) => {
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(width);
    library = Array.from({ length: 12 }, (_, index) => aPhoto(index + 1));
    await openLibrary();
    const tiles = within(await screen.findByRole('list', { name: 'Photos' })).getAllByRole('listitem');
    expect(new Set(tiles.map(({ style }) => style.left)).size).toBe(columns);
  });

  it('opens the details of a photo by the eye on it', async () => {
    await openLibrary();
    fireEvent.click(await screen.findByRole('button', { name: 'Details of photo 1.jpg' }));
    expect(await screen.findByRole('dialog', { name: 'Photo Details' })).toHaveTextContent('photo 1.jpg');
  });

  it('says that it loads', async () => {
    holds = true;
    await openLibrary();
    expect(screen.getAllByText('Loading your media library...').length).toBeGreaterThan(0);
  });

  it('says what an empty search and an empty library mean', async () => {
    await openLibrary('/media?search=rye');
    expect(await screen.findByRole('heading', { name: 'No photos found' })).toBeVisible();
    expect(screen.getByText('Try adjusting your search terms')).toBeVisible();
    library = [];
    press('Clear search');
    expect(await screen.findByText('Upload your first photos to get started')).toBeVisible();
  });

  it('offers to upload into an album that is empty, or to leave it', async () => {
    library = [];
    const onUpload = vi.fn();
    await openLibrary(`/media?album=${winter}`, { onUpload });
    const heading = await screen.findByRole('heading', { name: 'No photos found' });
    const card = within(heading.parentElement as HTMLElement);
    fireEvent.click(card.getByRole('button', { name: 'Upload Photos' }));
    expect(onUpload).toHaveBeenCalledOnce();
    expect(card.getByRole('button', { name: 'Show All' })).toBeVisible();
    expect(card.getByText(/^This album is empty\. Upload photos/)).toBeVisible();
  });

  it('does not call an album what shows the photos in none', async () => {
    library = [];
    await openLibrary('/media?album=none');
    expect(await screen.findByRole('heading', { name: 'No photos found' })).toBeVisible();
    expect(screen.getByText('Every photo is in an album.')).toBeVisible();
  });

  it('says that an album no longer exists, and leads to all photos', async () => {
    library = [];
    await openLibrary('/media?album=00000000-0000-4000-8000-0000000a0009&search=rye');
    expect(await screen.findByRole('heading', { name: 'This album no longer exists' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('This album no longer exists');
    library = [aPhoto(1), aPhoto(2)];
    press('Show All');
    await waitFor(() => expect(location.search).toBe('?search=rye'));
    expect(await screen.findByRole('heading', { name: 'No photos found' })).toBeVisible();
  });

  it('says whose photos are shown, and goes back to all', async () => {
    await openLibrary(`/media?album=${winter}`);
    expect(await screen.findByRole('heading', { name: 'Winter menu Photos' })).toBeVisible();
    expect(screen.getByText('Viewing: Winter menu')).toBeVisible();
    press('Show All');
    expect(await screen.findByRole('heading', { name: 'All Photos' })).toBeVisible();
    expect(screen.queryByText(/^Viewing: /)).toBeNull();
  });
});

describe('the details of a photo', () => {
  it('name what is known of it, and what can be done with it', async () => {
    render(
      <QueryClientProvider client={createQueryClient()}>
        <PhotoDetailsDialog
          photo={aPhoto(1, { createdAt: '' })}
          timeZone="UTC"
          onClose={() => undefined}
          onCreatePost={() => undefined}
          altTextTool={() => null}
          list={undefined}
          totalText=""
          onOpen={() => undefined}
          onStep={() => undefined}
        />
      </QueryClientProvider>,
    );
    const dialog = await screen.findByRole('dialog', { name: 'Photo Details' });
    for (const term of ['File name', 'File size', 'Dimensions', 'Type', 'Uploaded', 'Album']) {
      expect(within(dialog).getByText(term)).toBeVisible();
    }
    expect(within(dialog).getByText('Unknown')).toBeVisible();
    expect(within(dialog).getByText('No Album')).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Edit Photo' })).toBeEnabled();
    expect(within(dialog).getByRole('link', { name: 'Download' })).toHaveAttribute('download', 'photo 1.jpg');
    expect(within(dialog).getByRole('button', { name: 'Delete' })).toBeEnabled();
  });

  it('give the original of the business that the page shows, whichever is the active one', async () => {
    const shown = '00000000-0000-4000-8000-00000000000b';
    setPageBusinessId(shown);
    try {
      await openLibrary(`/media?photo=${photoId(1)}`);
      expect(await screen.findByRole('link', { name: 'Download' })).toHaveAttribute(
        'href',
        `/api/photos/${photoId(1)}/download?businessId=${shown}`,
      );
    } finally {
      setPageBusinessId(null);
    }
  });

  it('move it into an album and out of it, and say when that failed', async () => {
    await openLibrary(`/media?photo=${photoId(1)}`);
    const choose = async (value: string) => {
      fireEvent.click(await screen.findByRole('button', { name: 'Change the album' }));
      const dialog = await screen.findByRole('dialog', { name: 'Organize Photo' });
      expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBeVisible();
      expect(within(dialog).getByRole('button', { name: 'Save' })).toBeDisabled();
      fireEvent.change(await within(dialog).findByRole('combobox', { name: 'Album' }), { target: { value } });
      fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    };
    await choose(winter);
    await said('Photo moved to album successfully!');
    await screen.findByRole('button', { name: 'Change the album' });
    fails = true;
    await choose('none');
    await said('Failed to update photo album. Please try again.');
    expect(screen.getByRole('button', { name: 'Save details' })).toBeDisabled();
    fireEvent.change(screen.getByRole('textbox', { name: 'Description' }), { target: { value: 'A loaf' } });
    press('Save details');
    expect(await screen.findByText('Failed to save photo. Please try again.')).toBeVisible();
  });

  it('say where albums come from while there are none', async () => {
    albums = [];
    await openLibrary(`/media?photo=${photoId(1)}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Change the album' }));
    expect(
      await screen.findByText('No albums created yet. Create your first album in the Media Library.'),
    ).toBeVisible();
  });
});

describe('albums', () => {
  const nameIt = (dialog: HTMLElement, name: string, button: string) => {
    fireEvent.change(within(dialog).getByRole('textbox', { name: /Album name/ }), { target: { value: name } });
    fireEvent.click(within(dialog).getByRole('button', { name: button }));
  };

  it('that could not be made, renamed or deleted say so', async () => {
    fails = true;
    await openLibrary(`/media?album=${winter}`);
    await screen.findByRole('heading', { name: 'Winter menu Photos' });
    press('New Album');
    const create = await screen.findByRole('dialog');
    nameIt(create, 'Spring', 'Create Album');
    expect(await screen.findByText('Failed to create album. Please try again.')).toBeVisible();
    fireEvent.click(within(create).getByRole('button', { name: 'Cancel' }));
    press('Edit the album');
    const edit = await screen.findByRole('dialog');
    nameIt(edit, 'Spring', 'Save');
    expect(await screen.findByText('Failed to update album. Please try again.')).toBeVisible();
    fireEvent.click(within(edit).getByRole('button', { name: 'Cancel' }));
    press('Delete the album');
    const remove = await screen.findByRole('alertdialog');
    fireEvent.click(within(remove).getByRole('button', { name: 'Delete Album' }));
    await said('Failed to delete album. Please try again.');
  });
});

describe('a photo that is dragged', () => {
  /** What the browser hands from the start of a drag to its end. */
  class Carried {
    readonly data = new Map<string, string>();
    effectAllowed = 'none';
    get types(): string[] {
      return [...this.data.keys()];
    }
    setData(type: string, value: string): void {
      this.data.set(type, value);
    }
    getData(type: string): string {
      return this.data.get(type) ?? '';
    }
  }
  const drag = async (n: number): Promise<Carried> => {
    const dataTransfer = new Carried();
    const tile = (await screen.findByRole('button', { name: new RegExp(`^photo ${n}\\.jpg`) })).closest('li');
    fireEvent.dragStart(tile ?? document.body, { dataTransfer });
    await screen.findByText('Drop on an album to move it there');
    return dataTransfer;
  };

  it('carries its id and name, and moves to the album it is dropped on', async () => {
    await openLibrary();
    const dataTransfer = await drag(1);
    expect([...dataTransfer.data.values()].sort()).toEqual([photoId(1), 'photo 1.jpg']);
    fireEvent.drop(screen.getByText('Winter menu'), { dataTransfer });
    await said('Photo moved to album!');
    expect(moves).toEqual([{ ids: [photoId(1)], albumId: winter }]);
    fireEvent.dragEnd(document.body);
    await waitFor(() => expect(screen.queryByText('Drop on an album to move it there')).toBeNull());
  });

  it('leaves its album on “No Album”, and comes back when that is undone', async () => {
    library = [aPhoto(1, { albumId: winter })];
    await openLibrary();
    const dataTransfer = await drag(1);
    const bar = screen.getByText('Drop on an album to move it there').parentElement ?? document.body;
    fireEvent.drop(within(bar).getByText('No Album'), { dataTransfer });
    await said('Photo removed from album');
    currentToasts()[0]?.action?.onSelect();
    await said('Your last change was undone');
    expect(moves).toEqual([
      { ids: [photoId(1)], albumId: null },
      { ids: [photoId(1)], albumId: winter },
    ]);
  });

  it('takes along what is selected with it', async () => {
    await openLibrary();
    fireEvent.click(await screen.findByRole('button', { name: /^photo 1\.jpg/ }));
    fireEvent.click(screen.getByRole('button', { name: /^photo 2\.jpg/ }));
    const dataTransfer = await drag(2);
    fireEvent.drop(screen.getByText('Winter menu'), { dataTransfer });
    await said('2 photos moved to album successfully!');
    expect(moves).toEqual([{ ids: [photoId(1), photoId(2)], albumId: winter }]);
  });

  it('takes the albums away also when its tile is gone by the end', async () => {
    await openLibrary();
    await drag(1);
    fireEvent.pointerMove(document.body);
    await waitFor(() => expect(screen.queryByText('Drop on an album to move it there')).toBeNull());
  });

  it('that could not be moved says so', async () => {
    fails = true;
    await openLibrary();
    const dataTransfer = await drag(1);
    fireEvent.drop(screen.getByText('Winter menu'), { dataTransfer });
    await said('Failed to move photo to album');
  });
});
