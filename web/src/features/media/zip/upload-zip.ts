import type { QueryClient } from '@tanstack/react-query';
import { toast } from '#ui/toast-store.ts';
import { moreWaysTexts } from '../more-ways-texts.ts';
import { putUploadsIntoAlbums } from '../into-album.ts';
import { shownAlbum } from '../shown-album.ts';
import { uploadEngine, type NewUpload, type UploadEngine } from '../upload-engine.ts';
import type { UploadItem } from '../upload-queue.ts';
import { BadZip, photosOfZip } from './photos-of-zip.ts';

const OWNER = 'zip';
/** Unpacked photos that wait for their turn: they are in memory. */
const WAITING = 6;
/** Refusals that are told one by one. */
const TOLD = 5;

/** Uploads the photos of zips, one zip after the other. */
export async function uploadZips(
  client: QueryClient,
  businessId: string,
  zips: readonly File[],
  albumId: string | null = shownAlbum(client, businessId),
): Promise<void> {
  putUploadsIntoAlbums(client);
  for (const zip of zips) {
    await uploadZip(uploadEngine(client), { businessId, albumId }, zip);
  }
}

/** Uploads the photos of a zip like any other files, no faster than they leave, and says what was no photo. */
async function uploadZip(
  engine: UploadEngine,
  { businessId, albumId }: Pick<NewUpload, 'businessId' | 'albumId'>,
  zip: File,
): Promise<void> {
  engine.prepare();
  const noMore = engine.expectMore({ owner: OWNER, businessId });
  const refusals: string[] = [];
  let added = 0;
  try {
    for await (const zipped of photosOfZip(zip)) {
      if ('refusal' in zipped) {
        refusals.push(zipped.refusal);
        continue;
      }
      await fewerThan(WAITING, engine);
      added += 1;
      engine.start([{ id: crypto.randomUUID(), businessId, owner: OWNER, albumId, ...zipped }]);
    }
  } catch (error) {
    refusals.push(error instanceof BadZip ? error.message : moreWaysTexts.zip.failed);
  } finally {
    noMore();
  }
  if (added === 0 && refusals.length === 0) {
    refusals.push(moreWaysTexts.zip.empty);
  }
  if (refusals.length > 0) {
    // After what is said of the photos that arrived, which would take its place.
    await fewerThan(1, engine);
    const more = refusals.length - TOLD;
    const told = more > 0 ? [...refusals.slice(0, TOLD), moreWaysTexts.zip.more(more)] : refusals;
    toast({ title: moreWaysTexts.zip.refused(zip.name), description: told.join(' '), tone: 'error' });
  }
}

/** Still to be sent, now or when there is a connection again. */
function waits({ owner, status, isPassing }: UploadItem): boolean {
  return owner === OWNER && (status === 'pending' || status === 'uploading' || isPassing === true);
}

function fewerThan(count: number, engine: UploadEngine): Promise<void> {
  const areFewer = () => engine.items().filter(waits).length < count;
  if (areFewer()) {
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const stop = engine.subscribe(() => {
      if (areFewer()) {
        stop();
        resolve();
      }
    });
  });
}
