import type { QueryClient } from '@tanstack/react-query';
import { nameAmongSeveral } from '#data/businesses.ts';
import { toast } from '#ui/toast-store.ts';
import { moreWaysTexts } from '../more-ways-texts.ts';
import { putUploadsIntoAlbums } from '../into-album.ts';
import { shownAlbum } from '../shown-album.ts';
import { seePlans, uploadEngine, type NewUpload, type UploadEngine } from '../upload-engine.ts';
import { inFew, type UploadItem } from '../upload-queue.ts';
import { BadZip, photosOfZip } from './photos-of-zip.ts';

const OWNER = 'zip';
/** Unpacked photos that wait for their turn, or failed and may be tried again: they are in memory. */
const WAITING = 6;

/** Uploads the photos of zips, one zip after the other, as far as the plan has room for them. */
export async function uploadZips(
  client: QueryClient,
  businessId: string,
  zips: readonly File[],
  albumId: string | null = shownAlbum(client, businessId),
): Promise<void> {
  putUploadsIntoAlbums(client);
  for (const [index, zip] of zips.entries()) {
    const { said, arrived, isFull } = await uploadZip(uploadEngine(client), { businessId, albumId }, zip);
    const after = zips.length - index - 1;
    if (said.length > 0) {
      const hasCome = arrived > 0 && !isFull;
      toast({
        title: hasCome
          ? moreWaysTexts.zip.arrived(arrived, zip.name, nameAmongSeveral(client, businessId))
          : moreWaysTexts.zip.refused(zip.name),
        description: [...said, ...(isFull && after > 0 ? [moreWaysTexts.zip.notBegun(after)] : [])].join(' '),
        tone: hasCome ? 'neutral' : 'error',
        ...(isFull ? { action: seePlans } : {}),
      });
    }
    if (isFull) {
      return;
    }
  }
}

/**
 * Uploads the photos of a zip like any other files, no faster than they leave. Answers with what is to be said of those that did not
 * come in, how many did, and whether the plan had no room for more.
 */
async function uploadZip(
  engine: UploadEngine,
  { businessId, albumId }: Pick<NewUpload, 'businessId' | 'albumId'>,
  zip: File,
): Promise<{ said: string[]; arrived: number; isFull: boolean }> {
  engine.prepare();
  const noMore = engine.expectMore({ owner: OWNER, businessId });
  const sent = follow(engine);
  const refusals: string[] = [];
  /** Why the zip was read no further, or there was nothing in it. */
  const failures: string[] = [];
  let photos = 0;
  try {
    for await (const zipped of photosOfZip(zip, () => sent.full === null)) {
      if ('refusal' in zipped) {
        refusals.push(zipped.refusal);
        continue;
      }
      photos += 1;
      if ('isLeft' in zipped) {
        continue;
      }
      await until(engine, () => sent.full !== null || engine.items().filter(isHeld).length < WAITING);
      if (sent.full === null) {
        sent.start({ id: crypto.randomUUID(), businessId, owner: OWNER, albumId, ...zipped });
      }
    }
  } catch (error) {
    failures.push(error instanceof BadZip ? error.message : moreWaysTexts.zip.failed);
  } finally {
    noMore();
  }
  if (photos === 0 && refusals.length + failures.length === 0) {
    failures.push(moreWaysTexts.zip.empty);
  }
  // After what is said of the photos that arrived, which would take its place.
  await until(engine, () => !sent.items().some(waits));
  sent.stop();
  const all = [...refusals, ...sent.refusals];
  const { arrived, full } = sent;
  const reasons = all.length > 0 ? [inFew(all)] : [];
  const told = [...failures, ...(arrived > 0 && full === null ? reasons.map(moreWaysTexts.zip.leftOut) : reasons)];
  return full === null
    ? { said: told, arrived, isFull: false }
    : { said: [moreWaysTexts.zip.full(arrived, photos, full), ...told], arrived, isFull: true };
}

/** What becomes of the photos of one zip. What is refused for good is dropped: nobody could do anything with it in the list. */
function follow(engine: UploadEngine) {
  const ids = new Set<string>();
  const state = {
    /** Why the plan has no room for more. */
    full: null as string | null,
    arrived: 0,
    refusals: [] as string[],
    items: () => engine.items().filter(({ id }) => ids.has(id)),
    start: (upload: NewUpload) => {
      ids.add(upload.id);
      engine.start([upload]);
    },
    stop: () => {
      stopCounting();
      stopDropping();
    },
  };
  const drop = (id: string) => {
    ids.delete(id);
    engine.remove(id);
  };
  const stopCounting = engine.onUploaded(({ id }) => {
    state.arrived += ids.has(id) ? 1 : 0;
  });
  const stopDropping = engine.subscribe(() => {
    for (const { id, name, status, isOverLimit, isRefused, error } of state.items()) {
      if (status === 'error' && isOverLimit) {
        state.full ??= error ?? '';
        drop(id);
      } else if (status === 'error' && isRefused) {
        state.refusals.push(`${name}: ${error}`);
        drop(id);
      } else if (status === 'pending' && state.full !== null) {
        drop(id);
      }
    }
  });
  return state;
}

/** Its bytes are in memory until it has arrived. */
function isHeld({ owner, status }: UploadItem): boolean {
  return owner === OWNER && status !== 'success';
}

/** Still to be sent, now or when there is a connection again. */
function waits({ status, isPassing }: UploadItem): boolean {
  return status === 'pending' || status === 'uploading' || isPassing === true;
}

function until(engine: UploadEngine, isSo: () => boolean): Promise<void> {
  if (isSo()) {
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const stop = engine.subscribe(() => {
      if (isSo()) {
        stop();
        resolve();
      }
    });
  });
}
