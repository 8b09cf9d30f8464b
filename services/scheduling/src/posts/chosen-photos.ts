import { AppError } from '@postloom/contracts';

interface PhotoChoice {
  readonly photoId?: string | null | undefined;
  readonly photoIds?: readonly string[] | undefined;
}

const contradiction = 'photoId and photoIds name different photos: the first of photoIds is photoId.';

/**
 * A new post's pictures in order. `photoId` is the first of `photoIds` and may be omitted. @throws AppError validation_failed when the two
 * contradict each other
 */
export function photosOf({ photoId, photoIds }: PhotoChoice): readonly string[] {
  if (photoIds === undefined) {
    return photoId === null || photoId === undefined ? [] : [photoId];
  }
  if (photoId !== null && photoId !== undefined) {
    refuseContradiction(photoId, photoIds);
  }
  return photoIds;
}

/**
 * The pictures after an edit. `photoId` alone means that one picture; sending back the current first picture means no change, so that a
 * client that knows only one picture does not drop the others. @throws AppError validation_failed when `photoId` and `photoIds` contradict
 * each other
 */
export function photosAfter(present: readonly string[], { photoId, photoIds }: PhotoChoice): readonly string[] {
  if (photoIds !== undefined) {
    if (photoId !== undefined) {
      refuseContradiction(photoId, photoIds);
    }
    return photoIds;
  }
  if (photoId === undefined || photoId === present[0]) {
    return present;
  }
  return photoId === null ? [] : [photoId];
}

function refuseContradiction(photoId: string | null, photoIds: readonly string[]): void {
  if ((photoIds[0] ?? null) === photoId) {
    return;
  }
  throw new AppError('validation_failed', contradiction, { details: [{ path: 'photoIds', message: contradiction }] });
}
