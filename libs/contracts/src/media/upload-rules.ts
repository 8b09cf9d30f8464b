import { MEGABYTE } from '../plans/plans.ts';

/** 50 MB everywhere: widgets, queues and server. */
export const MAX_PHOTO_BYTES = 50 * MEGABYTE;
/** Bytes of every part of an upload in parts but its last: the smallest that S3 takes. */
export const UPLOAD_PART_BYTES = 5 * MEGABYTE;
/** Most pixels of a picture that is decoded, against decompression bombs. */
export const MAX_PHOTO_PIXELS = 50_000_000;
/** Files per batch of the local queue, the dashboard widget and the media dialog. */
export const uploadQueueLimits = { queue: 10, dashboard: 8, mediaDialog: 20 } as const;
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/avif'] as const;
/** Types that a file picker or a client may declare: the five of the specification (`image/jpg` is an old alias), and AVIF beyond them. */
export const acceptedPhotoTypes = [
  'image/jpeg',
  'image/jpg',
  'image/png',
  'image/heic',
  'image/webp',
  'image/avif',
] as const;

export const uploadMessages = {
  unsupported: (file: string) => `${file} is not a supported image format. Please use JPG, PNG, HEIC, or WebP.`,
  tooLarge: (file: string) => `${file} exceeds the 50MB limit. Please use a smaller image.`,
  tooMany: (limit: number) => `Maximum ${limit} files allowed`,
} as const;
