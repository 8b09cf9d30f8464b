import { asObject, asText } from './http-call.ts';
import type { Delivery, Preparation, PublishPhoto, SavedSteps, SaveSteps } from './platform.port.ts';

/** A picture that the platform has. `at`: ISO instant of the upload. */
export interface Upload {
  readonly id: string;
  readonly at: string;
  /** False: the platform may still be processing it. */
  readonly isReady: boolean;
}

/** Photo id to upload, as saved. */
function uploadsOf(steps: SavedSteps): Record<string, Upload> {
  const uploads: Record<string, Upload> = {};
  for (const [photo, value] of Object.entries(asObject(steps['uploads']) ?? {})) {
    const upload = asObject(value);
    const id = asText(upload?.['id']);
    const at = asText(upload?.['at']);
    if (id !== null && at !== null) {
      uploads[photo] = { id, at, isReady: upload?.['isReady'] !== false };
    }
  }
  return uploads;
}

/** Photo ids in the post's order. */
export function orderOf(steps: SavedSteps): string[] {
  const order = steps['order'];
  return Array.isArray(order) ? order.filter((photo): photo is string => typeof photo === 'string') : [];
}

/** The platform's ids in the post's order, or null when some are missing. */
export function uploadedInOrder(steps: SavedSteps, photoCount: number): string[] | null {
  const uploads = uploadsOf(steps);
  const ids = orderOf(steps).flatMap((photo) => uploads[photo]?.id ?? []);
  return ids.length === photoCount ? ids : null;
}

/**
 * Uploads what the platform does not have (or no longer has after `lifeMs`), each saved before the next begins, so that a crash repeats at
 * most one upload. Pictures are only loaded when one is missing.
 */
export async function uploadMissing(
  delivery: Delivery,
  saved: SavedSteps,
  save: SaveSteps,
  way: { nowMs: number; lifeMs: number; upload: (photo: PublishPhoto) => Promise<Upload> },
): Promise<{ uploads: Record<string, Upload>; order: string[] }> {
  const uploads = uploadsOf(saved);
  const order = orderOf(saved);
  const isFresh = (photo: string): boolean => {
    const upload = uploads[photo];
    return upload !== undefined && Date.parse(upload.at) > way.nowMs - way.lifeMs;
  };
  if (order.length === delivery.photoCount && order.every(isFresh)) {
    return { uploads, order };
  }
  const photos = await delivery.photos();
  const wanted = photos.map((photo) => photo.photoId);
  for (const photo of photos) {
    if (isFresh(photo.photoId)) {
      continue;
    }
    uploads[photo.photoId] = await way.upload(photo);
    await save({ ...saved, uploads, order: wanted });
  }
  return { uploads, order: wanted };
}

/**
 * Checks every upload that was not ready yet, in the post's order, until one is still not; saves those that have become ready.
 * `secondsLeft` returns how long to wait, or null when the platform has processed it.
 */
export async function afterProcessing(
  uploaded: { readonly uploads: Readonly<Record<string, Upload>>; readonly order: readonly string[] },
  save: SaveSteps,
  secondsLeft: (upload: Upload) => Promise<number | null>,
): Promise<Preparation> {
  const { order } = uploaded;
  const uploads = { ...uploaded.uploads };
  for (const photo of order) {
    const upload = uploads[photo];
    if (upload === undefined || upload.isReady) {
      continue;
    }
    const seconds = await secondsLeft(upload);
    if (seconds !== null) {
      return { kind: 'processing', seconds };
    }
    uploads[photo] = { ...upload, isReady: true };
    await save({ uploads, order });
  }
  return { kind: 'ready' };
}
