import { albumLevels, albumPath } from './album-tree.ts';
import type { AlbumPlace } from './album-tree.ts';

/** Where an album may stand: for the service that moves it and for the screen that offers where to. */

/** An album that stands in no other is on the first level. */
export const MOST_ALBUM_LEVELS = 5;

export const albumTreeMessages = {
  insideItself: 'An album can’t be moved into itself or into an album inside it.',
  tooDeep: `Albums can be at most ${MOST_ALBUM_LEVELS} deep. Please choose one further up.`,
} as const;

/** Why an album, or a new one where `id` is null, cannot stand inside another; null: it can. */
export function whyNotInside(albums: readonly AlbumPlace[], id: string | null, parentId: string | null): string | null {
  const path = albumPath(new Map(albums.map((album) => [album.id, album])), parentId);
  if (id !== null && path.some((album) => album.id === id)) {
    return albumTreeMessages.insideItself;
  }
  const levels = albumLevels(albums);
  const at = levels.findIndex(({ album }) => album.id === id);
  const own = levels[at]?.level ?? 1;
  const end = levels.findIndex(({ level }, index) => index > at && level <= own);
  const below = at === -1 ? [] : levels.slice(at, end === -1 ? undefined : end);
  const height = Math.max(1, ...below.map(({ level }) => level - own + 1));
  return path.length + height > MOST_ALBUM_LEVELS ? albumTreeMessages.tooDeep : null;
}
