import { z } from 'zod';
import { ById, defineEvent, defineRpc, Id, Instant, listOf, Ok, PageQuery, text } from '../kernel/index.ts';
import { Crop } from './crop.ts';
import { LONGEST_PHOTO_NAME } from './library-rules.ts';
import { Photo, Tags } from './media.ts';
import { PhotoEdit } from './photo-edit.ts';

export const Album = z.object({
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  /** The album that it stands in; none on the first level. */
  parentId: Id.nullish(),
  /** Its own photos, without those of albums inside it. */
  photoCount: z.number().int(),
  /** The address of its newest photo, 200 pixels wide; none while that is not ready, or there is none. */
  cover: z.string().nullish(),
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
  parentId: Id.nullable(),
};
export const AlbumInput = z.strictObject({
  ...AlbumFields,
  description: AlbumFields.description.default(null),
  parentId: AlbumFields.parentId.default(null),
});
export const AlbumChanges = z.strictObject(AlbumFields).partial();

/**
 * POST /api/photos/bulk: `albumId` with 'move', where null is no album; `addTags` and `removeTags` with 'tag', which may be used
 * together. 'restore' brings deleted photos back, 'erase' removes them for good.
 */
export const PhotoBulk = z
  .strictObject({
    ids: z.array(Id).min(1).max(100),
    action: z.enum(['move', 'delete', 'tag', 'restore', 'erase']),
    albumId: Id.nullable().optional(),
    addTags: Tags.optional(),
    removeTags: Tags.optional(),
  })
  .refine((bulk) => bulk.action !== 'move' || bulk.albumId !== undefined, {
    path: ['albumId'],
    message: 'Please choose an album.',
  })
  .refine((bulk) => bulk.action !== 'tag' || (bulk.addTags ?? []).length + (bulk.removeTags ?? []).length > 0, {
    path: ['addTags'],
    message: 'Please enter a tag.',
  });
export const PhotoBulkResult = z.array(
  z.object({
    id: Id,
    success: z.boolean(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    /** What the photo was, for whoever takes the change back; absent for 'restore', 'erase' and what was refused. */
    before: z.object({ albumId: Id.nullable(), tags: z.array(z.string()) }).optional(),
  }),
);

/** `crop` cuts a part out of what the photo shows, in its pixels; `edit` changes its original. */
const copyFields = { crop: Crop.optional(), edit: PhotoEdit.optional() };
const isOneWish = ({ crop, edit }: { crop?: unknown; edit?: unknown }): boolean =>
  (crop === undefined) !== (edit === undefined);
const ONE_WISH = 'Send either a crop or an edit.';

export const PhotoCopy = z.strictObject(copyFields).refine(isOneWish, ONE_WISH);
export type PhotoCopy = z.infer<typeof PhotoCopy>;

export const albumRpc = {
  albumList: defineRpc('rpc.media.album.list.v1', {
    caller: 'service',
    input: PageQuery,
    output: listOf(Album),
    retryable: true,
  }),
  albumGet: defineRpc('rpc.media.album.get.v1', { input: ById, output: Album, errors: ['not_found'], retryable: true }),
  albumCreate: defineRpc('rpc.media.album.create.v1', {
    input: AlbumInput,
    output: Album,
    errors: ['idempotency_mismatch', 'conflict', 'not_found'],
    keyed: true,
  }),
  albumUpdate: defineRpc('rpc.media.album.update.v1', {
    input: z.strictObject({ id: Id, changes: AlbumChanges }),
    output: Album,
    errors: ['not_found', 'conflict'],
  }),
  /** Its photos become unsorted; the albums inside it move up to where it was. */
  albumDelete: defineRpc('rpc.media.album.delete.v1', { input: ById, output: Ok, errors: ['not_found'] }),
  photoBulk: defineRpc('rpc.media.photo.bulk.v1', {
    input: PhotoBulk,
    output: PhotoBulkResult,
    errors: ['not_found'],
    deadlineMs: 15_000,
  }),
  /** Photos by their original file names, for an import; of several with one name the newest. */
  photoNamed: defineRpc('rpc.media.photo.named.v1', {
    input: z.strictObject({ names: z.array(z.string().max(LONGEST_PHOTO_NAME)).max(500) }),
    output: z.array(z.object({ name: z.string(), photoId: Id })),
    retryable: true,
  }),
  /** A new photo made from another, which stays as it is. */
  photoEdit: defineRpc('rpc.media.photo.edit.v1', {
    input: z.strictObject({ id: Id, ...copyFields }).refine(isOneWish, ONE_WISH),
    output: Photo,
    errors: ['not_found', 'upgrade_required', 'invalid_image', 'image_too_large', 'idempotency_mismatch', 'conflict'],
    deadlineMs: 20_000,
  }),
  /** Changes what a photo shows; null: it shows again as it was uploaded. Its file stays as it is. */
  photoLook: defineRpc('rpc.media.photo.look.v1', {
    input: z.strictObject({ id: Id, edit: PhotoEdit.nullable() }),
    output: Photo,
    errors: ['not_found', 'invalid_image', 'conflict', 'unavailable', 'dependency_failed'],
    deadlineMs: 20_000,
    // The same look again changes nothing.
    retryable: true,
  }),
} as const;

export const albumEvents = {
  albumDeleted: defineEvent('media.album.deleted.v1', z.object({ albumId: Id, name: z.string() })),
} as const;
