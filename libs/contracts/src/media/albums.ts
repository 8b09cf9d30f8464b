import { z } from 'zod';
import { ById, defineEvent, defineRpc, Id, Instant, listOf, Ok, PageQuery, text } from '../kernel/index.ts';
import { Crop } from './crop.ts';
import { Photo } from './media.ts';

export const Album = z.object({
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  photoCount: z.number().int(),
  createdAt: Instant,
});
export type Album = z.infer<typeof Album>;

const AlbumFields = {
  name: text(100, {
    required: 'Album name is required.',
    tooLong: 'The name can have at most 100 characters.',
  }).overwrite((name) => name.trim()),
  description: text(500)
    .overwrite((description) => description.trim())
    .nullable(),
};
export const AlbumInput = z.strictObject({ ...AlbumFields, description: AlbumFields.description.default(null) });
export const AlbumChanges = z.strictObject(AlbumFields).partial();

/** POST /api/photos/bulk: `albumId` with 'move'; null = no album. */
export const PhotoBulk = z
  .strictObject({
    ids: z.array(Id).min(1).max(100),
    action: z.enum(['move', 'delete']),
    albumId: Id.nullable().optional(),
  })
  .refine((bulk) => bulk.action !== 'move' || bulk.albumId !== undefined, {
    path: ['albumId'],
    message: 'Please choose an album.',
  });
export const PhotoBulkResult = z.array(
  z.object({ id: Id, success: z.boolean(), error: z.object({ code: z.string(), message: z.string() }).nullable() }),
);

export const albumRpc = {
  albumList: defineRpc('rpc.media.album.list.v1', { input: PageQuery, output: listOf(Album), retryable: true }),
  albumGet: defineRpc('rpc.media.album.get.v1', { input: ById, output: Album, errors: ['not_found'], retryable: true }),
  albumCreate: defineRpc('rpc.media.album.create.v1', {
    input: AlbumInput,
    output: Album,
    errors: ['idempotency_mismatch', 'conflict'],
  }),
  albumUpdate: defineRpc('rpc.media.album.update.v1', {
    input: z.strictObject({ id: Id, changes: AlbumChanges }),
    output: Album,
    errors: ['not_found'],
  }),
  /** Its photos become unsorted. */
  albumDelete: defineRpc('rpc.media.album.delete.v1', { input: ById, output: Ok, errors: ['not_found'] }),
  photoBulk: defineRpc('rpc.media.photo.bulk.v1', {
    input: PhotoBulk,
    output: PhotoBulkResult,
    errors: ['not_found'],
    deadlineMs: 15_000,
  }),
  /** Photos by their original file names, for an import; of several with one name the newest. */
  photoNamed: defineRpc('rpc.media.photo.named.v1', {
    input: z.strictObject({ names: z.array(z.string().max(255)).max(500) }),
    output: z.array(z.object({ name: z.string(), photoId: Id })),
    retryable: true,
  }),
  /** A new photo cropped from another; the original stays. */
  photoEdit: defineRpc('rpc.media.photo.edit.v1', {
    input: z.strictObject({ id: Id, crop: Crop }),
    output: Photo,
    errors: ['not_found', 'upgrade_required', 'invalid_image', 'image_too_large', 'idempotency_mismatch', 'conflict'],
    deadlineMs: 20_000,
  }),
} as const;

export const albumEvents = {
  albumDeleted: defineEvent('media.album.deleted.v1', z.object({ albumId: Id, name: z.string() })),
} as const;
