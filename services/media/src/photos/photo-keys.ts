import { pictureName, renditionNames } from '../pictures/index.ts';
import { objectKeys } from '../storage/index.ts';

/** The pictures of one look of a photo; null: as it was uploaded. */
export function keysOfLook(businessId: string, photoId: string, lookId: string | null): string[] {
  return Object.values(renditionNames).map((name) =>
    objectKeys.rendition(businessId, photoId, pictureName(name, lookId)),
  );
}

/** Everything that is stored of a photo. */
export function keysOfPhoto(businessId: string, photoId: string, lookId: string | null): string[] {
  return [
    objectKeys.original(businessId, photoId),
    ...keysOfLook(businessId, photoId, null),
    ...(lookId === null ? [] : keysOfLook(businessId, photoId, lookId)),
  ];
}
