import type { PhotoType } from './sniff.ts';

/** What the picture process is asked; paths are files on this machine. */
export type PictureTask =
  | { readonly kind: 'inspect'; readonly path: string; readonly type: PhotoType }
  | { readonly kind: 'derive'; readonly path: string; readonly type: PhotoType; readonly folder: string };

/** Measured, after the orientation was applied. */
export interface PictureFacts {
  readonly width: number;
  readonly height: number;
}

export interface DerivedPicture extends PictureFacts {
  /** `publish.jpg`, `800.jpg`, `400.webp`, `200.webp`. */
  readonly name: string;
  readonly path: string;
  readonly mimeType: string;
  readonly bytes: number;
  readonly sha256: string;
}

export type PictureRefusal = 'invalid_image' | 'image_too_large';

export type PictureAnswer =
  | { readonly ok: true; readonly facts: PictureFacts; readonly derived: readonly DerivedPicture[] }
  /** `isProcessLost`: no word of the decoder, the process died or was killed over this picture. */
  | { readonly ok: false; readonly refusal: PictureRefusal; readonly reason: string; readonly isProcessLost?: true };

/** Widths of the small ones and the long edge of the one that is published: within every platform's limits. */
export const PUBLISH_EDGE = 2_048;

export const renditionNames = {
  publish: 'publish.jpg',
  '800': '800.jpg',
  '400': '400.webp',
  '200': '200.webp',
} as const;
