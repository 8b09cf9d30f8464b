import type { Album, Photo, Post } from '@postloom/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KEPT_EDITS } from '#lib/kept-edits.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { aPost } from '#data/testing/posts.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { libraryScreen, openLibrary } from './testing/open-library.tsx';

const fetched = stubbedFetch();
libraryScreen();
const fall = '00000000-0000-4000-8000-0000000a0001';
const winter = '00000000-0000-4000-8000-0000000a0002';

interface Bulk {
  ids: string[];
  action: string;
  albumId?: string | null;
  addTags?: string[];
  removeTags?: string[];
}

let library: Photo[];
let deleted: Photo[];
let posts: Post[];
let bulks: Bulk[];

const anAlbum = (id: string, name: string): Album => ({
  ...{ id, name, description: null, photoCount: 0, createdAt: '2026-11-01T00:00:00Z' },
});

function bulk(change: Bulk): Response {
  bulks.push(change);
  const { ids, action, albumId = null, addTags = [], removeTags = [] } = change;
  if (action === 'delete') {
    deleted = [...deleted, ...library.filter(({ id }) => ids.includes(id))];
    library = library.filter(({ id }) => !ids.includes(id));
    return Response.json(ids.map((id) => ({ id, success: true, error: null, before: { albumId: null, tags: [] } })));
  }
  if (action === 'restore' || action === 'erase') {
    library = action === 'restore' ? [...library, ...deleted.filter(({ id }) => ids.includes(id))] : library;
    deleted = deleted.filter(({ id }) => !ids.includes(id));
    return Response.json(ids.map((id) => ({ id, success: true, error: null })));
  }
  const before = new Map(library.map((photo) => [photo.id, photo]));
  library = library.map((photo) => {
    if (!ids.includes(photo.id)) {
      return photo;
    }
    return action === 'move'
      ? { ...photo, albumId }
      : { ...photo, tags: [...new Set([...photo.tags.filter((tag) => !removeTags.includes(tag)), ...addTags])] };
  });
  return Response.json(
    ids.map((id) => {
      const { albumId: was = null, tags = [] } = before.get(id) ?? {};
      return { id, success: true, error: null, before: { albumId: was, tags } };
    }),
  );
}

function answer(url: URL, init: RequestInit | undefined): Response {
  const query = url.searchParams;
  const page = (data: unknown[]) => Response.json({ data, nextCursor: null, total: data.length });
  if (url.pathname === '/api/photos/bulk') {
    return bulk(JSON.parse(String(init?.body)) as Bulk);
  }
  if (url.pathname === '/api/photos/tags') {
    return Response.json([...new Set(library.flatMap(({ tags }) => tags))].sort());
  }
  if (url.pathname === '/api/photos/deleted') {
    const from = Number(query.get('cursor') ?? 0);
    const to = Math.min(deleted.length, from + Number(query.get('limit')));
    return Response.json({
      data: deleted
        .slice(from, to)
        .map((photo) => ({ ...photo, deletedAt: '2026-11-01T00:00:00Z', goneAt: '2026-12-01T00:00:00Z' })),
      nextCursor: to < deleted.length ? String(to) : null,
      total: deleted.length,
    });
  }
  if (init?.method === 'DELETE') {
    deleted = library.filter(({ id }) => url.pathname.endsWith(id));
    library = library.filter(({ id }) => !url.pathname.endsWith(id));
    return new Response(null, { status: 204 });
  }
  if (url.pathname === '/api/albums') {
    return page([anAlbum(fall, 'Fall menu'), anAlbum(winter, 'Winter menu')]);
  }
  if (url.pathname === '/api/posts') {
    return page(posts);
  }
  if (init?.method === 'PUT') {
    const changes = JSON.parse(String(init.body)) as Partial<Photo>;
    library = library.map((photo) => (url.pathname.endsWith(photo.id) ? { ...photo, ...changes } : photo));
    return Response.json(library.find(({ id }) => url.pathname.endsWith(id)));
  }
  const [tag, used] = [query.get('tag'), query.get('used')];
  return page(
    library.filter(
      (photo) =>
        (tag === null || photo.tags.includes(tag)) &&
        (used === null || photo.usedInPosts > 0 === (used === 'true')) &&
        (query.get('orientation') ?? 'landscape') === 'landscape',
    ),
  );
}

// Dialogs are fetched when they open; what is tested begins then.
beforeAll(() =>
  Promise.all([
    import('./components/filter-dialog.tsx'),
    import('./components/tag-selection-dialog.tsx'),
    import('./components/photo-details-dialog.tsx'),
    import('./components/recently-deleted-dialog.tsx'),
  ]),
);
beforeEach(() => {
  library = [
    aPhoto(1, { tags: ['bread'], albumId: fall }),
    aPhoto(2, { tags: ['rye'], usedInPosts: 2 }),
    aPhoto(3, { albumId: winter }),
  ];
  deleted = [];
  posts = [];
  bulks = [];
  history.replaceState(null, '', '/media');
  // A screen: the document of the tests has no layout of its own.
  fetched.mockImplementation((url, init) => Promise.resolve(answer(new URL(String(url), 'http://localhost'), init)));
});

const tile = (n: number) => screen.findByRole('button', { name: new RegExp(`^photo ${n}\\.jpg`) });
const undo = () => currentToasts()[0]?.action?.onSelect();

describe('the filters of the library', () => {
  it('are chosen in a dialog, kept in the address, and taken off one by one', async () => {
    await openLibrary();
    await screen.findByText('3 photos uploaded');
    fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
    const dialog = await screen.findByRole('dialog', { name: 'Filter photos' });
    await within(dialog).findByRole('option', { name: 'rye' });
    fireEvent.change(within(dialog).getByRole('combobox', { name: 'Tag' }), { target: { value: 'rye' } });
    fireEvent.change(within(dialog).getByRole('combobox', { name: 'Used in posts' }), { target: { value: 'true' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Show photos' }));
    expect(await screen.findByText('1 photo matches your filters')).toBeVisible();
    expect(location.search).toBe('?used=true&tag=rye');
    expect(screen.getByRole('button', { name: 'Filter (2)' })).toBeVisible();
    fireEvent.click(await screen.findByRole('button', { name: 'Remove the filter Tagged rye' }));
    await waitFor(() => expect(location.search).toBe('?used=true'));
    fireEvent.click(screen.getByRole('button', { name: 'Remove the filter Used in posts' }));
    expect(await screen.findByText('3 photos uploaded')).toBeVisible();
  });

  it('that nothing matches say so and are cleared; what the address makes up is left out', async () => {
    await openLibrary('/media?orientation=square&type=image%2Fgif&sort=secret&from=tomorrow');
    await waitFor(() => expect(screen.getAllByText('No photo matches all of your filters.')).toHaveLength(2));
    const asked = fetched.mock.calls.map(([url]) => String(url)).find((url) => url.startsWith('/api/photos?'));
    expect(asked).not.toMatch(/gif|secret|tomorrow/);
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('3 photos uploaded')).toBeVisible();
  });

  it('say that more was found than is counted', async () => {
    fetched.mockImplementation((url, init) => {
      const asked = new URL(String(url), 'http://localhost');
      return Promise.resolve(
        asked.pathname === '/api/photos'
          ? Response.json({ data: library, nextCursor: null, total: 1_000 })
          : answer(asked, init),
      );
    });
    await openLibrary('/media?used=true');
    expect(await screen.findByText('1,000+ photos match your filters')).toBeVisible();
    expect(screen.getByText('1,000+')).toBeVisible();
  });
});

it('counts a library without filters to its end', async () => {
  fetched.mockImplementation((url, init) => {
    const asked = new URL(String(url), 'http://localhost');
    return Promise.resolve(
      asked.pathname === '/api/photos'
        ? Response.json({ data: library, nextCursor: null, total: 100_000 })
        : answer(asked, init),
    );
  });
  await openLibrary();
  expect(await screen.findByText('100,000 photos uploaded')).toBeVisible();
  expect(screen.getByText('100,000')).toBeVisible();
  fireEvent.click(await tile(1));
  expect(await screen.findByRole('button', { name: 'Select all 100,000' })).toBeVisible();
});

describe('a change of several photos', () => {
  it('of tags is undone photo by photo: what a photo had before, it keeps', async () => {
    await openLibrary();
    await screen.findByText('3 photos uploaded');
    fireEvent.click(await tile(1));
    fireEvent.click(await tile(2));
    fireEvent.click(screen.getByRole('button', { name: 'Tag' }));
    const dialog = await screen.findByRole('dialog', { name: 'Tag 2 Photos' });
    expect(within(dialog).getByRole('button', { name: 'Save' })).toBeDisabled();
    const box = within(dialog).getByRole('combobox', { name: 'Tags to add' });
    fireEvent.change(box, { target: { value: '#Bread,' } });
    fireEvent.change(box, { target: { value: 'Fall  menu' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('2 photos tagged'));
    expect(bulks[0]).toMatchObject({ action: 'tag', addTags: ['bread', 'fall menu'], removeTags: [] });
    undo();
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('Your last change was undone'));
    expect(library.map(({ tags }) => tags)).toEqual([['bread'], ['rye'], []]);
  });

  it('of albums is undone into the albums they came from', async () => {
    await openLibrary();
    await screen.findByText('3 photos uploaded');
    for (const n of [1, 2, 3]) {
      fireEvent.click(await tile(n));
    }
    fireEvent.click(screen.getByRole('button', { name: /^Move/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Organize 3 Photos' }, { timeout: 4000 });
    fireEvent.change(await within(dialog).findByRole('combobox', { name: 'Album' }), { target: { value: winter } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('3 photos moved to album successfully!'));
    expect(library.every(({ albumId }) => albumId === winter)).toBe(true);
    undo();
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('Your last change was undone'));
    expect(library.map(({ albumId }) => albumId)).toEqual([fall, null, winter]);
    expect(bulks).toHaveLength(3);
  });

  it('that is undone and stopped is not called undone: what is left stays as it is', async () => {
    await openLibrary();
    await screen.findByText('3 photos uploaded');
    for (const n of [1, 2]) {
      fireEvent.click(await tile(n));
    }
    fireEvent.click(screen.getByRole('button', { name: /^Move/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Organize 2 Photos' }, { timeout: 4000 });
    fireEvent.change(await within(dialog).findByRole('combobox', { name: 'Album' }), { target: { value: winter } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('2 photos moved to album successfully!'));
    const held = Promise.withResolvers<void>();
    fetched.mockImplementation(async (url, init) => {
      const asked = new URL(String(url), 'http://localhost');
      if (asked.pathname === '/api/photos/bulk') {
        await held.promise;
      }
      return answer(asked, init);
    });
    undo();
    fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
    held.resolve();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull());
    expect(library.map(({ albumId }) => albumId)).toEqual([fall, winter, winter]);
    expect(currentToasts().map(({ description }) => description)).not.toContain('Your last change was undone');
  });
});

describe('deleted photos', () => {
  const remove = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  };

  it('come back when the deletion is undone, one or several', async () => {
    await openLibrary();
    for (const chosen of [[1], [1, 2]]) {
      await screen.findByText('3 photos uploaded');
      for (const n of chosen) {
        fireEvent.click(await tile(n));
      }
      await remove();
      await waitFor(() => expect(library).toHaveLength(3 - chosen.length));
      await waitFor(() => expect(currentToasts()[0]?.action?.label).toBe('Undo'));
      undo();
      await waitFor(() => expect(library).toHaveLength(3));
      expect(bulks.at(-1)).toMatchObject({ action: 'restore', ids: chosen.map((n) => aPhoto(n).id) });
    }
  });

  it('wait in a dialog: each is restored there, or removed for good after a question', async () => {
    deleted = [aPhoto(8), aPhoto(9)];
    await openLibrary();
    fireEvent.click(screen.getByRole('button', { name: 'Recently deleted' }));
    const dialog = await screen.findByRole('dialog', { name: 'Recently deleted' });
    expect(await within(dialog).findAllByText(/^Removed for good on /)).toHaveLength(2);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Restore photo 8.jpg' }));
    await waitFor(() => expect(library).toHaveLength(4));
    await waitFor(() => expect(within(dialog).queryByText('photo 8.jpg')).toBeNull());
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete photo 9.jpg forever' }));
    const question = await screen.findByRole('alertdialog', { name: 'Delete this photo forever?' });
    expect(deleted).toHaveLength(1);
    fireEvent.click(within(question).getByRole('button', { name: 'Delete forever' }));
    expect(await screen.findByText('Nothing was deleted lately')).toBeVisible();
    expect(library).toHaveLength(4);
  });
});

it('deleted by the dozen come back together, some at a time', async () => {
  deleted = Array.from({ length: 160 }, (_, index) => aPhoto(index + 101));
  await openLibrary();
  fireEvent.click(screen.getByRole('button', { name: 'Recently deleted' }));
  const dialog = await screen.findByRole('dialog', { name: 'Recently deleted' });
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Restore all 160' }));
  expect(within(dialog).getByRole('status')).toHaveTextContent('Restoring photos...');
  await waitFor(() => expect(currentToasts()[0]?.description).toBe('160 photos restored'));
  expect(library).toHaveLength(163);
  expect(bulks.map(({ ids }) => ids.length)).toEqual([25, 25, 25, 25, 25, 25, 10]);
  expect(await within(dialog).findByText('Nothing was deleted lately')).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: /^Restore all/ })).toBeNull();
});

it('that could not be restored are named, and tried again', async () => {
  deleted = [aPhoto(8), aPhoto(9)];
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
  await waitFor(() => expect(bulks).toEqual([{ ids: [photoId(9)], action: 'restore' }]));
});

describe('the details of a photo', () => {
  it('save description and tags together', async () => {
    await openLibrary(`/media?photo=${aPhoto(1).id}`);
    const dialog = await screen.findByRole('dialog', { name: 'Photo Details' });
    expect(within(dialog).getByRole('button', { name: 'Save details' })).toBeDisabled();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove bread' }));
    const box = within(dialog).getByRole('combobox', { name: 'Tags' });
    fireEvent.change(box, { target: { value: 'Sourdough' } });
    fireEvent.blur(box);
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Description' }), { target: { value: 'A loaf' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save details' }));
    await waitFor(() => expect(library[0]).toMatchObject({ altText: 'A loaf', tags: ['sourdough'] }));
  });

  it('are saved without the tags that a colleague has changed meanwhile', async () => {
    await openLibrary(`/media?photo=${aPhoto(1).id}`);
    const dialog = await screen.findByRole('dialog', { name: 'Photo Details' });
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Description' }), { target: { value: 'A loaf' } });
    library = library.map((photo) => (photo.id === aPhoto(1).id ? { ...photo, tags: ['bread', 'fall'] } : photo));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save details' }));
    expect(await within(dialog).findByRole('button', { name: 'Remove fall' })).toBeVisible();
    expect(library[0]).toMatchObject({ altText: 'A loaf', tags: ['bread', 'fall'] });
    expect(within(dialog).getByRole('button', { name: 'Save details' })).toBeDisabled();
  });

  it('take a suggested description into the form, and save it when the person says so', async () => {
    await openLibrary(`/media?photo=${aPhoto(1).id}`, {
      altTextTool: ({ photoId: id, onChange }) => (
        <button type="button" onClick={() => onChange('A loaf')}>{`Describe ${id}`}</button>
      ),
    });
    const dialog = await screen.findByRole('dialog', { name: 'Photo Details' });
    const before = library[0]?.altText;
    fireEvent.click(within(dialog).getByRole('button', { name: `Describe ${aPhoto(1).id}` }));
    expect(within(dialog).getByRole('textbox', { name: 'Description' })).toHaveValue('A loaf');
    expect(library[0]?.altText).toBe(before);
    const kept = () => Object.keys(localStorage).filter((key) => key.startsWith(KEPT_EDITS));
    expect(kept()).toHaveLength(1);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save details' }));
    await waitFor(() => expect(library[0]?.altText).toBe('A loaf'));
    await waitFor(() => expect(kept()).toEqual([]));
  });

  it('list the posts that show it, each a link, and count the rest', async () => {
    posts = [
      { ...aPost(photoId(101), null), caption: 'Rye from this morning' },
      { ...aPost(photoId(102), '2026-12-01T10:00:00Z'), caption: '' },
    ];
    await openLibrary(`/media?photo=${aPhoto(2).id}`);
    const uses = await screen.findByRole('region', { name: 'Used in' });
    expect(await within(uses).findByRole('link', { name: /Rye from this morning/ })).toHaveAttribute(
      'href',
      `/schedule?post=${photoId(101)}`,
    );
    expect(within(uses).getByRole('link', { name: /Post without a caption/ })).toBeVisible();
    expect(within(uses).getAllByRole('link')).toHaveLength(2);
    const asked = fetched.mock.calls.map(([url]) => String(url)).find((url) => url.startsWith('/api/posts?'));
    expect(asked).toContain(`photoId=${aPhoto(2).id}`);
  });

  it('say that no post shows it', async () => {
    await openLibrary(`/media?photo=${aPhoto(3).id}`);
    expect(await screen.findByText('No post shows this photo yet.')).toBeVisible();
  });
});
