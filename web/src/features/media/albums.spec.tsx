import type { Album } from '@postloom/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPhoto } from '#data/testing/photos.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { clearToasts, currentToasts } from '#ui/toast-store.ts';
import { libraryScreen, openLibrary } from './testing/open-library.tsx';

const fetched = stubbedFetch();
libraryScreen();
let albums: Album[];

const anAlbum = (n: number, name: string): Album => ({
  id: `00000000-0000-4000-8000-0000000a000${n}`,
  name,
  description: null,
  photoCount: 0,
  createdAt: '2026-11-01T00:00:00Z',
});

function answer(url: URL, init: RequestInit | undefined): Response {
  const page = (data: unknown[]) => Response.json({ data, nextCursor: null, total: data.length });
  if (!url.pathname.startsWith('/api/albums')) {
    return page(url.pathname === '/api/photos' ? [aPhoto(1)] : []);
  }
  const id = url.pathname.split('/')[3];
  const sent = JSON.parse(String(init?.body ?? '{}')) as Partial<Album>;
  switch (init?.method) {
    case 'POST':
      albums = [...albums, { ...anAlbum(albums.length + 1, ''), ...sent }];
      return Response.json(albums.at(-1));
    case 'PUT':
      albums = albums.map((album) => (album.id === id ? { ...album, ...sent } : album));
      return Response.json(albums.find((album) => album.id === id));
    case 'DELETE':
      albums = albums.filter((album) => album.id !== id);
      return new Response(null, { status: 204 });
    default:
      return page(albums);
  }
}

// Dialogs are fetched when they open; what is tested begins then.
beforeAll(() => import('./components/album-dialogs.tsx'));
beforeEach(() => {
  clearToasts();
  albums = [];
  fetched.mockImplementation((url, init) => Promise.resolve(answer(new URL(String(url), 'http://localhost'), init)));
});

const calls = (method: string) => fetched.mock.calls.filter(([, init]) => init?.method === method);

describe('an album', () => {
  it('is created where the photos are, and shown', async () => {
    await openLibrary();
    await screen.findByText('1 photo uploaded');
    fireEvent.click(screen.getByRole('button', { name: 'New Album' }));
    const dialog = await screen.findByRole('dialog', { name: 'New Album' }, { timeout: 4000 });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Create Album' }));
    expect(await within(dialog).findByText('Album name is required.')).toBeVisible();
    fireEvent.change(within(dialog).getByRole('textbox', { name: /Album name/ }), { target: { value: 'Fall menu' } });
    fireEvent.change(within(dialog).getByRole('textbox', { name: /^Description/ }), { target: { value: '  ' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Create Album' }));
    expect(await screen.findByRole('heading', { name: 'Fall menu Photos' })).toBeVisible();
    expect(currentToasts()[0]?.description).toBe('Album created successfully!');
    expect(screen.getByRole('combobox', { name: 'Album' })).toHaveDisplayValue('Fall menu (0)');
    const [, made] = calls('POST').at(-1) ?? [];
    expect(JSON.parse(String(made?.body))).toEqual({ name: 'Fall menu', parentId: null });
  });

  it.each(['created', 'deleted'])(
    'that is %s only when its person has gone elsewhere leads them nowhere',
    async (how) => {
      const { id } = anAlbum(1, '');
      albums = how === 'deleted' ? [anAlbum(1, 'Fall menu')] : [];
      const held = Promise.withResolvers<void>();
      fetched.mockImplementation(async (url, init) => {
        await (['POST', 'DELETE'].includes(init?.method ?? '') ? held.promise : null);
        return answer(new URL(String(url), 'http://localhost'), init);
      });
      await openLibrary(how === 'deleted' ? `/media?album=${id}` : '/media');
      fireEvent.click(
        await screen.findByRole('button', { name: how === 'deleted' ? 'Delete the album' : 'New Album' }),
      );
      if (how === 'deleted') {
        fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete Album' }));
      } else {
        const dialog = await screen.findByRole('dialog', { name: 'New Album' });
        fireEvent.change(within(dialog).getByRole('textbox', { name: /Album name/ }), {
          target: { value: 'Fall menu' },
        });
        fireEvent.click(within(dialog).getByRole('button', { name: 'Create Album' }));
      }
      await waitFor(() => expect([...calls('POST'), ...calls('DELETE')]).toHaveLength(1));
      cleanup();
      history.pushState(null, '', '/dashboard');
      held.resolve();
      await waitFor(() => expect(currentToasts()[0]?.description).toBe(`Album ${how} successfully!`));
      expect(location.pathname + location.search).toBe('/dashboard');
    },
  );

  it('is chosen and made in one line with what stands beside, whose words give way to the choice', async () => {
    await openLibrary();
    await screen.findByText('1 photo uploaded');
    const line = () => within(screen.getByRole('group', { name: 'View' }).parentElement as HTMLElement);
    const words = (name: string) => line().getByText(name, { selector: 'button span' });
    expect(words('New Album')).not.toHaveClass('sr-only');
    albums = [anAlbum(1, 'Fall menu')];
    cleanup();
    await openLibrary();
    expect(await line().findByRole('combobox', { name: 'Album' })).toBeVisible();
    expect(line().getByRole('button', { name: 'New Album' })).toHaveAttribute('title', 'New Album');
    expect(words('New Album')).toHaveClass('sr-only');
    expect(line().getByRole('button', { name: 'Recently deleted' })).toHaveAttribute('title', 'Recently deleted');
    expect(words('Recently deleted')).toHaveClass('sr-only');
    expect(line().queryByRole('searchbox')).toBeNull();
    expect(line().queryByRole('button', { name: 'Filter' })).toBeNull();
  });

  it('is renamed and described', async () => {
    albums = [anAlbum(1, 'Fall menu')];
    await openLibrary(`/media?album=${anAlbum(1, '').id}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit the album' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Album' });
    const box = within(dialog).getByRole('textbox', { name: /Album name/ });
    expect(box).toHaveValue('Fall menu');
    fireEvent.change(box, { target: { value: 'Winter menu' } });
    const words = within(dialog).getByRole('textbox', { name: /^Description/ });
    fireEvent.change(words, { target: { value: ' Stews and pies ' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { name: 'Winter menu Photos' })).toBeVisible();
    expect(screen.getByText('Stews and pies')).toBeVisible();
    expect(currentToasts()[0]?.description).toBe('Album updated successfully!');
  });

  it('is deleted after a question, and all photos are shown', async () => {
    albums = [anAlbum(1, 'Fall menu')];
    await openLibrary(`/media?album=${anAlbum(1, '').id}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete the album' }));
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveAccessibleDescription(
      'Are you sure you want to delete this album? Photos will not be deleted, just unorganized.',
    );
    expect(albums).toHaveLength(1);
    fireEvent.click(within(question).getByRole('button', { name: 'Delete Album' }));
    expect(await screen.findByRole('heading', { name: 'All Photos' })).toBeVisible();
    expect(currentToasts()[0]?.description).toBe('Album deleted successfully!');
    await waitFor(() => expect(location.search).toBe(''));
    expect(albums).toEqual([]);
    expect(calls('DELETE').map(([url]) => String(url))).toEqual([`/api/albums/${anAlbum(1, '').id}`]);
  });
});
