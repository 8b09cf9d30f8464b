import type { Photo } from '@postloom/contracts';
import { photoLabel, thumbnailOf } from '#lib/photos.ts';

/** A picture that fills its box. */
export function Picture({ photo }: { photo: Photo }) {
  return (
    <img
      src={thumbnailOf(photo, 800)}
      alt={photoLabel(photo)}
      className="size-full object-cover"
      draggable={false}
      decoding="async"
    />
  );
}

/** Width divided by height of a picture, within what a feed shows. */
export function shapeOf(photo: Photo, { min, max }: { min: number; max: number }): number {
  const own = photo.width && photo.height ? photo.width / photo.height : 1;
  return Math.min(max, Math.max(min, own));
}
