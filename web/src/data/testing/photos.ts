import type { Photo } from '@postloom/contracts';

/** The id of the nth photo of a test. */
export function photoId(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

/** A photo of the library, ready to be shown. */
export function aPhoto(n: number, facts: Partial<Photo> = {}): Photo {
  const id = photoId(n);
  const path = `/objects/business/${id}`;
  return {
    id,
    filename: `${id}.jpeg`,
    originalName: `photo ${n}.jpg`,
    objectPath: `${path}/publish.jpg`,
    fileSize: 1_048_576,
    width: 1600,
    height: 1200,
    mimeType: 'image/jpeg',
    albumId: null,
    altText: null,
    tags: [],
    sha256: '0'.repeat(64),
    thumbnails: { '200': `${path}/200.webp`, '400': `${path}/400.webp`, '800': `${path}/800.webp` },
    status: 'ready',
    usedInPosts: 0,
    createdAt: '2026-11-01T00:00:00Z',
    ...facts,
  };
}
