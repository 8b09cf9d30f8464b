import type { Album, Photo, Post } from '@postloom/contracts';
import { beforeEach, type Mock } from 'vitest';
import { aPhoto } from '#data/testing/photos.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { libraryScreen } from './open-library.tsx';

export const fall = '00000000-0000-4000-8000-0000000a0001';
export const winter = '00000000-0000-4000-8000-0000000a0002';

interface Bulk {
  ids: string[];
  action: string;
  albumId?: string | null;
  addTags?: string[];
  removeTags?: string[];
}

/** What the server holds, and the changes of many photos that it was sent. */
export const server: { library: Photo[]; deleted: Photo[]; posts: Post[]; bulks: Bulk[] } = {
  library: [],
  deleted: [],
  posts: [],
  bulks: [],
};

const anAlbum = (id: string, name: string): Album => ({
  id,
  name,
  description: null,
  photoCount: 0,
  createdAt: '2026-11-01T00:00:00Z',
});

const missing = (id: string) => ({
  ...{ id, success: false },
  error: { code: 'not_found', message: 'This photo was not found.' },
});

function bulk(change: Bulk): Response {
  server.bulks.push(change);
  const { ids, action, albumId = null, addTags = [], removeTags = [] } = change;
  if (action === 'delete') {
    server.deleted = [...server.deleted, ...server.library.filter(({ id }) => ids.includes(id))];
    server.library = server.library.filter(({ id }) => !ids.includes(id));
    return Response.json(ids.map((id) => ({ id, success: true, error: null, before: { albumId: null, tags: [] } })));
  }
  if (action === 'restore' || action === 'erase') {
    const there = new Set(server.deleted.map(({ id }) => id));
    if (action === 'restore') {
      server.library = [...server.library, ...server.deleted.filter(({ id }) => ids.includes(id))];
    }
    server.deleted = server.deleted.filter(({ id }) => !ids.includes(id));
    return Response.json(ids.map((id) => (there.has(id) ? { id, success: true, error: null } : missing(id))));
  }
  const before = new Map(server.library.map((photo) => [photo.id, photo]));
  server.library = server.library.map((photo) => {
    if (!ids.includes(photo.id)) {
      return photo;
    }
    return action === 'move'
      ? { ...photo, albumId }
      : { ...photo, tags: [...new Set([...photo.tags.filter((tag) => !removeTags.includes(tag)), ...addTags])] };
  });
  return Response.json(
    ids.map((id) => {
      const was = before.get(id);
      return was ? { id, success: true, error: null, before: { albumId: was.albumId, tags: was.tags } } : missing(id);
    }),
  );
}

/** What the server answers, unless a test says otherwise. */
export function answer(url: URL, init: RequestInit | undefined): Response {
  const query = url.searchParams;
  const page = (data: unknown[]) => Response.json({ data, nextCursor: null, total: data.length });
  if (url.pathname === '/api/photos/bulk') {
    return bulk(JSON.parse(String(init?.body)) as Bulk);
  }
  if (url.pathname === '/api/photos/tags') {
    return Response.json([...new Set(server.library.flatMap(({ tags }) => tags))].sort());
  }
  if (url.pathname === '/api/photos/deleted') {
    const from = Number(query.get('cursor') ?? 0);
    const to = Math.min(server.deleted.length, from + Number(query.get('limit')));
    return Response.json({
      data: server.deleted
        .slice(from, to)
        .map((photo) => ({ ...photo, deletedAt: '2026-11-01T00:00:00Z', goneAt: '2026-12-01T00:00:00Z' })),
      nextCursor: to < server.deleted.length ? String(to) : null,
      total: server.deleted.length,
    });
  }
  if (init?.method === 'DELETE') {
    server.deleted = server.library.filter(({ id }) => url.pathname.endsWith(id));
    server.library = server.library.filter(({ id }) => !url.pathname.endsWith(id));
    return new Response(null, { status: 204 });
  }
  if (url.pathname === '/api/albums') {
    return page([anAlbum(fall, 'Fall menu'), anAlbum(winter, 'Winter menu')]);
  }
  if (url.pathname === '/api/posts') {
    const status = query.get('status');
    return page(server.posts.filter((post) => status === null || post.status === status));
  }
  if (init?.method === 'PUT') {
    const changes = JSON.parse(String(init.body)) as Partial<Photo>;
    server.library = server.library.map((photo) =>
      url.pathname.endsWith(photo.id) ? { ...photo, ...changes } : photo,
    );
    return Response.json(server.library.find(({ id }) => url.pathname.endsWith(id)));
  }
  const [tag, used, albumId] = [query.get('tag'), query.get('used'), query.get('albumId')];
  return page(
    server.library.filter(
      (photo) =>
        (albumId === null || photo.albumId === (albumId === 'none' ? null : albumId)) &&
        (tag === null || photo.tags.includes(tag)) &&
        (used === null || photo.usedInPosts > 0 === (used === 'true')) &&
        (query.get('orientation') ?? 'landscape') === 'landscape',
    ),
  );
}

/** `fetch` of every test of a file, answered by the server above for a library of three photos, and a screen to show it on. */
export function libraryServer(): Mock<typeof fetch> {
  const fetched = stubbedFetch();
  libraryScreen();
  beforeEach(() => {
    Object.assign(server, {
      library: [
        aPhoto(1, { tags: ['bread'], albumId: fall }),
        aPhoto(2, { tags: ['rye'], usedInPosts: 2 }),
        aPhoto(3, { albumId: winter }),
      ],
      deleted: [],
      posts: [],
      bulks: [],
    });
    history.replaceState(null, '', '/media');
    fetched.mockImplementation((url, init) => Promise.resolve(answer(new URL(String(url), 'http://localhost'), init)));
  });
  return fetched;
}
