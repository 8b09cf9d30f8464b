import type { Album, Photo, Post, RecurringSchedule } from '@postloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays, Folder, Image, Repeat, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { asList, previousOf, routeQuery, routes, usePageBusiness } from '#lib/api/index.ts';
import { excerpt } from '#lib/words.ts';
import type { Command } from './commands.ts';

/** Milliseconds without a key before the server is asked. */
const SEARCH_DELAY_MS = 200;
const MOST = 5;
const SHORTEST = 2;

/** A value that has not changed for a while. */
function useSettled<T>(value: T, delay: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}

type Found = Pick<Command, 'id' | 'label' | 'hint' | 'picture'> & { href: string };

function commandsOf(group: string, icon: LucideIcon, found: readonly Found[], go: (href: string) => void): Command[] {
  return found.map(({ href, ...rest }) => ({ ...rest, group, icon, run: () => go(href) }));
}

const foundPost = (post: Post): Found => ({
  id: `post-${post.id}`,
  label: excerpt(post.caption, 70) || 'Post without words',
  href: `/schedule?post=${post.id}`,
});
const foundPhoto = (photo: Photo): Found => ({
  id: `photo-${photo.id}`,
  label: photo.altText ? excerpt(photo.altText, 70) : photo.originalName,
  ...(photo.status === 'ready' ? { picture: photo.thumbnails['200'] } : {}),
  href: `/media?photo=${photo.id}`,
});
const foundSchedule = (schedule: RecurringSchedule): Found => ({
  id: `schedule-${schedule.id}`,
  label: schedule.name,
  ...(schedule.isActive ? {} : { hint: 'Paused' }),
  href: '/automation',
});
const foundAlbum = (album: Album): Found => ({
  id: `album-${album.id}`,
  label: album.name,
  href: `/media?album=${album.id}`,
});

function named<T extends { name: string }>(rows: readonly T[], text: string): T[] {
  const words = text.toLowerCase().split(/\s+/);
  return rows.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word))).slice(0, MOST);
}

/** What the business has under these words: posts and photos by the server's search, schedules and albums by their names. */
export function useSearch(typed: string, go: (href: string) => void) {
  const businessId = usePageBusiness();
  const trimmed = typed.trim();
  const text = useSettled(trimmed, SEARCH_DELAY_MS);
  const asks = businessId !== null && text.length >= SHORTEST && trimmed.length >= SHORTEST;
  const base = { enabled: asks, placeholderData: previousOf(businessId), staleTime: 30_000 } as const;
  const posts = useQuery({
    ...routeQuery(routes.posts, { businessId, query: { search: text, limit: MOST } }),
    ...base,
  });
  const photos = useQuery({
    ...routeQuery(routes.photos, { businessId, query: { search: text, limit: MOST } }),
    ...base,
  });
  const schedules = useQuery({ ...routeQuery(routes.schedules, { businessId }), enabled: asks });
  const albums = useQuery({ ...routeQuery(routes.albums, { businessId }), enabled: asks });
  const all = [posts, photos, schedules, albums];

  const commands = asks
    ? [
        ...commandsOf('Posts', CalendarDays, asList<Post>(posts.data).map(foundPost), go),
        ...commandsOf('Photos', Image, asList<Photo>(photos.data).map(foundPhoto), go),
        ...commandsOf(
          'Schedules',
          Repeat,
          named(asList<RecurringSchedule>(schedules.data), text).map(foundSchedule),
          go,
        ),
        ...commandsOf('Albums', Folder, named(asList<Album>(albums.data), text).map(foundAlbum), go),
      ]
    : [];
  return {
    commands,
    searching:
      trimmed.length >= SHORTEST && businessId !== null && (text !== trimmed || all.some((one) => one.isFetching)),
    failed: asks && all.some((one) => one.isError),
    retry: () => {
      for (const one of all) {
        if (one.isError) {
          void one.refetch();
        }
      }
    },
  };
}
