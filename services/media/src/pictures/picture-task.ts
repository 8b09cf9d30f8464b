import type { Tone } from '@postloom/contracts';
import type { PhotoType } from './sniff.ts';

/** A task for the picture process. */
export type PictureTask =
  /** As 'derive', of a picture that nobody has read before: one that takes two processes with it is refused. */
  | { readonly kind: 'receive'; readonly type: PhotoType }
  | { readonly kind: 'derive'; readonly type: PhotoType }
  /** As 'derive', of what the photo shows when it is changed. */
  | { readonly kind: 'look'; readonly type: PhotoType; readonly look: Look }
  /** As 'look', and the changed picture in full size, as a file of its own. */
  | { readonly kind: 'copy'; readonly type: PhotoType; readonly look: Look }
  /** A logo for reports, on white, small enough for a mail; as 'receive', it may be the picture's fault when its process dies. */
  | { readonly kind: 'logo'; readonly type: PhotoType };

/** A task and the length of its file, whose bytes follow through the standard input: the process may read no file. */
export type PictureRequest = PictureTask & { readonly bytes: number };

/** A file of at most 50 MB; one that lies on disk is read when its turn comes, so that waiting tasks hold no memory. */
export type PictureFile = { readonly path: string } | { readonly content: Buffer };

/** Measured after the orientation was applied. */
export interface PictureFacts {
  readonly width: number;
  readonly height: number;
}

/** What is done to an upright picture, in this order. */
export interface Look {
  /** Of the picture that it was worked out for. */
  readonly size: PictureFacts;
  readonly mirrored: boolean;
  /** Clockwise, around the middle. */
  readonly degrees: number;
  /** What is kept: its size, and how far its middle lies from that of the picture. */
  readonly part: PictureFacts & { readonly offsetX: number; readonly offsetY: number };
  readonly tone: Tone | null;
}

export interface DerivedPicture extends PictureFacts {
  /** One of `renditionNames`; of a copy also `copy`. */
  readonly name: string;
  readonly data: Buffer;
  readonly mimeType: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A derived picture as the database knows it; its bytes are in storage. */
export type RenditionOutput = Omit<DerivedPicture, 'data'>;

/** 'copy_too_large': the file that was made, not the one that it was made of. */
export type PictureRefusal = 'invalid_image' | 'image_too_large' | 'copy_too_large';

export type PictureAnswer =
  | {
      readonly ok: true;
      readonly facts: PictureFacts;
      readonly derived: readonly DerivedPicture[];
      /** The ThumbHash in base64. */
      readonly placeholder: string;
      /** What it looks like, as 32 hexadecimal digits; null of one that shows nothing. */
      readonly likeness: string | null;
    }
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
  /** For those who write captions; and what pages show at this size of photos from before there was a WebP. */
  caption: '800.jpg',
  '800': '800.webp',
  '400': '400.webp',
  '200': '200.webp',
} as const;

/** The name of a derived picture. What a photo shows since it was changed lies beside the pictures of its original. */
export function pictureName(name: string, lookId: string | null): string {
  return lookId === null ? name : `${lookId}.${name}`;
}

/** Equal to MAX_LOGO_PIXELS and LOGO_SIZE of the contracts. */
export const LOGO_PIXELS = 16_000_000;
export const LOGO_BOUNDS = { width: 480, height: 160 } as const;
/** The name under which a logo comes back. */
export const LOGO = 'logo.png';

/** Equal to MAX_PHOTO_BYTES of the contracts. */
export const COPY_BYTES = 52_428_800;
/** The name under which the full-size file of a copy comes back. */
export const COPY = 'copy';
