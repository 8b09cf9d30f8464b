import { z } from 'zod';
import { ById, defineRoute, listOf, PageQuery } from '../kernel/index.ts';
import {
  Album,
  AlbumChanges,
  AlbumInput,
  Photo,
  PhotoBulk,
  PhotoBulkResult,
  PhotoCopy,
  PhotoEdit,
} from '../media/index.ts';

const media = { tag: 'Media' } as const;

/** Albums, bulk changes of photos, and edits of one photo. */
export const albumRoutes = {
  albums: defineRoute('GET', '/api/albums', { ...media, summary: 'Albums', query: PageQuery, answer: listOf(Album) }),
  createAlbum: defineRoute('POST', '/api/albums', {
    ...media,
    summary: 'Create an album, also inside another',
    body: AlbumInput,
    status: 201,
    answer: Album,
    errors: ['not_found', 'conflict'],
    idempotent: true,
  }),
  updateAlbum: defineRoute('PUT', '/api/albums/{id}', {
    ...media,
    summary: 'Rename, describe or move an album; albums are at most five deep',
    params: ById,
    body: AlbumChanges,
    answer: Album,
    errors: ['not_found', 'conflict'],
  }),
  deleteAlbum: defineRoute('DELETE', '/api/albums/{id}', {
    ...media,
    summary: 'Delete an album; its photos become unsorted, albums inside it move up to where it was',
    params: ById,
    status: 204,
    errors: ['not_found'],
  }),
  bulkPhotos: defineRoute('POST', '/api/photos/bulk', {
    ...media,
    summary: 'Move, tag, delete or restore several photos',
    body: PhotoBulk,
    answer: PhotoBulkResult,
    errors: ['not_found'],
  }),
  editPhoto: defineRoute('POST', '/api/photos/{id}/edits', {
    ...media,
    summary: 'A new photo made from this one, which stays as it is',
    params: ById,
    body: PhotoCopy,
    status: 201,
    answer: Photo,
    errors: ['not_found', 'upgrade_required', 'invalid_image', 'image_too_large'],
    idempotent: true,
  }),
  setPhotoLook: defineRoute('PUT', '/api/photos/{id}/look', {
    ...media,
    summary: 'Change what a photo shows, or show it as it was uploaded; the file stays as it is',
    params: ById,
    body: z.strictObject({ edit: PhotoEdit.nullable() }),
    answer: Photo,
    errors: ['not_found', 'invalid_image', 'conflict', 'unavailable', 'dependency_failed'],
  }),
} as const;
