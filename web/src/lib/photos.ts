import type { Photo } from '@postloom/contracts';
import { formatBytes } from './format.ts';

/** Address of an object: data URLs, the two served paths and addresses at a CDN as they are, anything else below /objects/. */
export function imageSource(objectPath: string): string {
  return /^(data:|https?:|\/api\/photos\/data\/|\/objects\/)/.test(objectPath) ? objectPath : `/objects/${objectPath}`;
}

/** The sized copy of a photo, `width` in CSS pixels of its longer use. */
export function thumbnailOf(photo: Pick<Photo, 'thumbnails'>, width: 200 | 400 | 800): string {
  return imageSource(photo.thumbnails[width]);
}

const widths = [200, 400, 800] as const;

/**
 * The sized copies for `srcset`. Each is as long as its number says; what counts is how wide a square it fills, because pictures
 * are shown cut to their box.
 */
export function thumbnailSet(photo: Pick<Photo, 'thumbnails' | 'width' | 'height'>): string {
  const { width, height } = photo;
  const share = width && height ? Math.min(width, height) / Math.max(width, height) : 1;
  return widths.map((edge) => `${thumbnailOf(photo, edge)} ${Math.max(1, Math.round(edge * share))}w`).join(', ');
}

/** '4000 × 3000', or null while it is not known. */
export function dimensionsOf(photo: Pick<Photo, 'width' | 'height'>): string | null {
  return photo.width && photo.height ? `${photo.width} × ${photo.height}` : null;
}

/** What a screen reader says for a photo: its description, else its name. */
export function photoLabel(photo: Pick<Photo, 'altText' | 'originalName'>): string {
  return photo.altText?.trim() || photo.originalName;
}

/** 'sunrise.jpg, 2.4 MB'. */
export function photoLine(photo: Pick<Photo, 'originalName' | 'fileSize'>): string {
  return `${photo.originalName}, ${formatBytes(photo.fileSize)}`;
}
