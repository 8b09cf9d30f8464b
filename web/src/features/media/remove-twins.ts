import type { Photo } from '@postloom/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { readAlbumNames } from '#data/album-names.ts';
import { readPhotosNow } from '#data/photos-now.ts';
import { refreshPhotos } from '#data/photos.ts';
import { messageOr } from '#lib/api/index.ts';
import { toast } from '#ui/toast-store.ts';
import { changePhotos, type BulkAction } from './bulk.ts';
import { mediaTexts } from './texts.ts';
import { twinTexts } from './twin-texts.ts';

/** A copy of a photo that the library has as well. */
export type Twin = {
  id: string;
  /** The photo that is kept. */
  sameAs: string;
  /** The album that the copy was put into. */
  albumId: string | null;
};
type Pair = Twin & { kept: Photo };
/** Changes some photos; answers how many, and why a part of it was not done, if so, and which photos that left. */
type Change = (
  ids: readonly string[],
  action: BulkAction,
) => Promise<{ done: number; problem: string | undefined; left: string[] }>;

/**
 * Removes copies; the photos they are the same as take their places in what is being written, and in their albums unless they are in one
 * already. A copy that a scheduled post needs stays, and so does one whose photo is gone meanwhile: it is the last. `onSucceeded` hears of each
 * before it is removed.
 */
export async function removeTwins(
  client: QueryClient,
  businessId: string,
  twins: readonly Twin[],
  onSucceeded?: (id: string, successor: Photo) => void,
): Promise<void> {
  const { signal } = new AbortController();
  const change: Change = async (ids, action) => {
    const { done, failed, left, reason } = await changePhotos(businessId, { ids }, action, signal, () => undefined);
    return { done, problem: reason ?? failed[0]?.message, left: [...failed.map(({ id }) => id), ...left] };
  };
  try {
    const keptIds = twins.map(({ sameAs }) => sameAs);
    const [photos, albumNames] = await Promise.all([
      readPhotosNow(client, businessId, keptIds),
      twins.some(({ albumId }) => albumId !== null) ? readAlbumNames(client, businessId) : new Map<string, string>(),
    ]);
    const pairs = twins.flatMap((twin): Pair[] => {
      const kept = photos.get(twin.sameAs);
      return kept ? [{ ...twin, kept }] : [];
    });
    for (const { id, kept } of pairs) {
      onSucceeded?.(id, kept);
    }
    const removal = await change(
      pairs.map(({ id }) => id),
      { action: 'delete' },
    );
    const removed = pairs.filter(({ id }) => !removal.left.includes(id));
    const placing = await placeKept(change, removed, twins.length, albumNames);
    if (removal.problem !== undefined) {
      sayFailed(mediaTexts.deleteFailed, removal.problem);
    } else if (placing.problem !== undefined) {
      sayFailed(mediaTexts.moveFailed, placing.problem);
    } else {
      const last = twins.length - pairs.length;
      const more = [...placing.said, ...(last > 0 ? [twinTexts.lastCopies(last, twins.length)] : [])].join(' ');
      if (removed.length === 0) {
        toast({ title: twinTexts.noneRemoved, description: more });
      } else {
        const description = [twinTexts.removed(removed.length), ...(more ? [more] : [])].join('. ');
        toast({ title: mediaTexts.success, description, tone: 'success' });
      }
    }
  } catch (error) {
    sayFailed(mediaTexts.deleteFailed, messageOr(error, mediaTexts.noAnswer));
  } finally {
    await refreshPhotos(client);
  }
}

/** Puts those that are in no album into that of their copy, and tells where they are now. */
async function placeKept(change: Change, pairs: readonly Pair[], all: number, albumNames: ReadonlyMap<string, string>) {
  const keptOf = (some: readonly Pair[]) => [...new Set(some.map(({ sameAs }) => sameAs))];
  const wanted = pairs.filter(({ albumId, kept }) => albumId !== null && albumId !== kept.albumId);
  const [unsorted, elsewhere] = [
    wanted.filter(({ kept }) => kept.albumId === null),
    wanted.filter(({ kept }) => kept.albumId !== null),
  ];
  const moves = await Promise.all(
    [...Map.groupBy(unsorted, ({ albumId }) => albumId)].map(async ([albumId, own]) => ({
      ...(await change(keptOf(own), { action: 'move', albumId })),
      album: albumNames.get(albumId ?? '') ?? '',
    })),
  );
  const said = moves.flatMap(({ done, album }) => (done > 0 ? [twinTexts.nowIn(done, all, album)] : []));
  if (elsewhere.length > 0) {
    const names = elsewhere.flatMap(({ kept }) => albumNames.get(kept.albumId ?? '') ?? []);
    said.push(twinTexts.staysIn(keptOf(elsewhere).length, all, new Set(names)));
  }
  return { said, problem: moves.find(({ problem }) => problem !== undefined)?.problem };
}

function sayFailed(title: string, description: string): void {
  toast({ title, description, tone: 'error' });
}
