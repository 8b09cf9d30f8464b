import type { QueryClient } from '@tanstack/react-query';
import { refreshPhotos } from '#data/photos.ts';
import { messageOr } from '#lib/api/index.ts';
import { toast, type ToastInput } from '#ui/toast-store.ts';
import { changePhotos } from './bulk.ts';
import { persistently } from './persistently.ts';
import { mediaTexts } from './texts.ts';
import { uploadEngine } from './upload-engine.ts';

type Target = { businessId: string; albumId: string };
/** Photos that are to be put into an album. Those that come while others are moved are taken along. */
type Queue = { ids: string[]; isMoving: boolean };

/** Pages whose uploads are put into their albums. */
const followed = new WeakSet<QueryClient>();
/** Of each page, by album. */
const queues = new WeakMap<QueryClient, Map<string, Queue>>();

/** From now on, each photo that arrives is put into the album it was uploaded for: an upload itself knows of none. */
export function putUploadsIntoAlbums(client: QueryClient): void {
  if (followed.has(client)) {
    return;
  }
  followed.add(client);
  uploadEngine(client).onUploaded(({ businessId, albumId }, { id }) => {
    if (albumId) {
      void putIntoAlbum(client, { businessId, albumId }, id);
    }
  });
}

/** Puts a photo that has just arrived into an album. */
export async function putIntoAlbum(client: QueryClient, target: Target, id: string): Promise<void> {
  const queue = queueOf(client, target);
  queue.ids.push(id);
  await moveAll(client, target, queue);
}

function queueOf(client: QueryClient, { albumId }: Target): Queue {
  const ofPage = queues.get(client) ?? new Map<string, Queue>();
  queues.set(client, ofPage);
  const queue = ofPage.get(albumId) ?? { ids: [], isMoving: false };
  ofPage.set(albumId, queue);
  return queue;
}

async function moveAll(client: QueryClient, target: Target, queue: Queue): Promise<void> {
  if (queue.isMoving) {
    return;
  }
  queue.isMoving = true;
  let left: readonly string[] = [];
  while (queue.ids.length > 0) {
    left = await move(target, [...left, ...queue.ids.splice(0)], () => void moveAll(client, target, queue));
  }
  // They go with the next that arrives, or when the person says so.
  queue.ids.push(...left);
  queue.isMoving = false;
  await refreshPhotos(client);
}

/** The photos are in the library however this ends: it says why they are in no album. Gives back those that `again` may still put there. */
async function move({ businessId, albumId }: Target, ids: readonly string[], again: () => void) {
  const { signal } = new AbortController();
  try {
    const change = { action: 'move', albumId } as const;
    const quietly = () => undefined;
    const end = await changePhotos(businessId, { ids }, change, signal, quietly, persistently);
    const left = end.isRefused ? [] : end.left;
    const problem = end.reason ?? end.failed[0]?.message;
    if (problem !== undefined) {
      sayFailed(problem, left.length > 0 ? { label: 'Try again', onSelect: again } : undefined);
    }
    return left;
  } catch (error) {
    sayFailed(messageOr(error, mediaTexts.noAnswer));
    return [];
  }
}

function sayFailed(description: string, action?: ToastInput['action']): void {
  toast({ title: mediaTexts.moveFailed, description, tone: 'error', ...(action ? { action } : {}) });
}
