import type { QueryClient } from '@tanstack/react-query';
import { refreshPhotos } from '#data/photos.ts';
import { messageOr } from '#lib/api/index.ts';
import { toast } from '#ui/toast-store.ts';
import { changePhotos } from './bulk.ts';
import { mediaTexts } from './texts.ts';
import { uploadEngine } from './upload-engine.ts';

type Target = { businessId: string; albumId: string };

/** Pages whose uploads are put into their albums. */
const followed = new WeakSet<QueryClient>();

/**
 * From now on, each photo that arrives is put into the album it was uploaded for: an upload itself knows of none. Those that arrive
 * while others are moved go together.
 */
export function putUploadsIntoAlbums(client: QueryClient): void {
  if (followed.has(client)) {
    return;
  }
  followed.add(client);
  const waiting = new Map<string, string[]>();
  const moveAll = async (target: Target, ids: string[]) => {
    while (ids.length > 0) {
      await move(target, ids.splice(0));
    }
    waiting.delete(target.albumId);
    await refreshPhotos(client);
  };
  uploadEngine(client).onUploaded(({ businessId, albumId }, { id }) => {
    if (!albumId) {
      return;
    }
    const others = waiting.get(albumId);
    if (others) {
      others.push(id);
      return;
    }
    const ids = [id];
    waiting.set(albumId, ids);
    void moveAll({ businessId, albumId }, ids);
  });
}

/** Puts a photo that has just arrived into an album. */
export async function putIntoAlbum(client: QueryClient, target: Target, id: string): Promise<void> {
  await move(target, [id]);
  await refreshPhotos(client);
}

/** The photos are in the library however this ends: it says why they are in no album. */
async function move({ businessId, albumId }: Target, ids: readonly string[]): Promise<void> {
  const { signal } = new AbortController();
  try {
    const change = { action: 'move', albumId } as const;
    const { failed, reason } = await changePhotos(businessId, { ids }, change, signal, () => undefined);
    const problem = reason ?? failed[0]?.message;
    if (problem !== undefined) {
      sayFailed(problem);
    }
  } catch (error) {
    sayFailed(messageOr(error, mediaTexts.noAnswer));
  }
}

function sayFailed(description: string): void {
  toast({ title: mediaTexts.moveFailed, description, tone: 'error' });
}
