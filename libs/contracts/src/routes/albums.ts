import { z } from 'zod';
import { ById, defineRoute, listOf, PageQuery } from '../kernel/index.ts';
import { Album, AlbumChanges, AlbumInput, Crop, Photo, PhotoBulk, PhotoBulkResult } from '../media/index.ts';

const media = { tag: 'Media' } as const;

/** Albums, bulk changes of photos, and edits of one photo. */
export const albumRoutes = {
  albums: defineRoute('GET', '/api/albums', { ...media, summary: 'Albums', query: PageQuery, answer: listOf(Album) }),
  createAlbum: defineRoute('POST', '/api/albums', {
    ...media,
    summary: 'Create an album',
    body: AlbumInput,
    status: 201,
    answer: Album,
    idempotent: true,
  }),
  updateAlbum: defineRoute('PUT', '/api/albums/{id}', {
    ...media,
    summary: 'Rename or describe an album',
    params: ById,
    body: AlbumChanges,
    answer: Album,
    errors: ['not_found'],
  }),
  deleteAlbum: defineRoute('DELETE', '/api/albums/{id}', {
    ...media,
    summary: 'Delete an album; its photos become unsorted',
    params: ById,
    status: 204,
    errors: ['not_found'],
  }),
  bulkPhotos: defineRoute('POST', '/api/photos/bulk', {
    ...media,
    summary: 'Move or delete several photos',
    body: PhotoBulk,
    answer: PhotoBulkResult,
    errors: ['not_found'],
  }),
  editPhoto: defineRoute('POST', '/api/photos/{id}/edits', {
    ...media,
    summary: 'A new photo cut out of this one; the original stays',
    params: ById,
    body: z.strictObject({ crop: Crop }),
    status: 201,
    answer: Photo,
    errors: ['not_found', 'upgrade_required', 'invalid_image', 'image_too_large'],
    idempotent: true,
  }),
} as const;
