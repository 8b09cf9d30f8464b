import type { Crop } from '@postloom/contracts';
import type { PhotoType } from './sniff.ts';

/** A task for the picture process. */
export type PictureTask =
  | { readonly kind: 'inspect'; readonly type: PhotoType }
  | { readonly kind: 'derive'; readonly type: PhotoType }
  | { readonly kind: 'cut'; readonly type: PhotoType; readonly crop: Crop };

/** A task with its file. The process receives and returns bytes, never a path: it may read no file. */
export type PictureRequest = PictureTask & { readonly picture: Buffer };

/** Measured after the orientation was applied. */
export interface PictureFacts {
  readonly width: number;
  readonly height: number;
}

export interface DerivedPicture extends PictureFacts {
  /** `publish.jpg`, `social.jpg`, `800.jpg`, `400.webp`, `200.webp`; for a crop: `cut`. */
  readonly name: string;
  readonly data: Buffer;
  readonly mimeType: string;
  readonly bytes: number;
  readonly sha256: string;
}

export type PictureRefusal = 'invalid_image' | 'image_too_large';

export type PictureAnswer =
  | { readonly ok: true; readonly facts: PictureFacts; readonly derived: readonly DerivedPicture[] }
  | { readonly ok: false; readonly refusal: PictureRefusal; readonly reason: string };

/** Long edge of the large one: for people, and for platforms that accept any size. */
export const PUBLISH_EDGE = 2_048;
/** The one that every platform accepts: Instagram's width, TikTok's 1080p (`platformRules` of the contracts). */
export const SOCIAL_BOUNDS = { width: 1_440, longEdge: 1_920, shortEdge: 1_080 } as const;
/** Facebook advises to stay below 4 MB, the others allow more. */
export const PUBLISH_BYTES = 4_000_000;

/** The largest size with these proportions within the limits; never larger than the picture is. */
export function socialSize({ width, height }: PictureFacts): PictureFacts {
  const scale = Math.min(
    1,
    SOCIAL_BOUNDS.width / width,
    SOCIAL_BOUNDS.longEdge / Math.max(width, height),
    SOCIAL_BOUNDS.shortEdge / Math.min(width, height),
  );
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

export const renditionNames = {
  publish: 'publish.jpg',
  social: 'social.jpg',
  '800': '800.jpg',
  '400': '400.webp',
  '200': '200.webp',
} as const;
