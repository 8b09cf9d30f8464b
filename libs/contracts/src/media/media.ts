import { z } from 'zod';
import {
  defineEvent,
  defineRpc,
  Empty,
  Id,
  Ids,
  IdsInAddress,
  Instant,
  listOf,
  LocalDate,
  Ok,
  PageQuery,
  text,
} from '../kernel/index.ts';
import { MetricUsage } from '../identity/schemas.ts';
import { Platform } from '../platforms/index.ts';
import { LONGEST_PHOTO_NAME, LONGEST_TAG, MOST_TAGS } from './library-rules.ts';
import { PhotoEdit } from './photo-edit.ts';
import { photoTypes } from './upload-rules.ts';

export const thumbnailWidths = [200, 400, 800] as const;

/** The client's id of an upload: sent again, it finds the same photo, or the parts that have arrived. */
export const UploadId = text(100, { required: 'An upload id is needed.' });

/** A word or a few that people find photos by: small letters, single spaces, without the # of a hashtag. */
export const Tag = text(LONGEST_TAG, { required: 'Please enter a tag.' })
  .overwrite((tag) =>
    tag
      .replace(/^[\s#]+/, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .toLowerCase(),
  )
  .refine((tag) => tag !== '', 'Please enter a tag.');
export const Tags = z
  .array(Tag)
  .max(MOST_TAGS, `A photo can have at most ${MOST_TAGS} tags.`)
  .overwrite((tags) => [...new Set(tags)]);

/** What a person writes about a photo; what is left out stays as it is. */
export const PhotoWords = z.strictObject({
  altText: text(1_000).nullable().optional(),
  /** All of them: what is left out is taken off. */
  tags: Tags.optional(),
});

export const Photo = z.object({
  id: Id,
  filename: z.string(),
  originalName: z.string(),
  /** Path under /objects/. */
  objectPath: z.string(),
  fileSize: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  mimeType: z.string(),
  albumId: Id.nullable(),
  altText: z.string().nullable(),
  tags: z.array(z.string()),
  sha256: z.string(),
  /**
   * URL paths, or addresses at a CDN, which last for a day or two; while `status` is 'processing' they answer 404 and the tile shows its
   * placeholder.
   */
  thumbnails: z.object({ '200': z.string(), '400': z.string(), '800': z.string() }),
  /** A ThumbHash in base64, shown until the picture is there; photos from before there was one have none. */
  placeholder: z.string().nullish(),
  status: z.enum(['processing', 'ready', 'failed']),
  /** How its look was changed; width, height and pictures are those of the changed photo. Null: it shows as it was uploaded. */
  edit: PhotoEdit.nullish(),
  /** The picture that `edit` changes, while there is one. */
  original: z.object({ width: z.number().int(), height: z.number().int(), objectPath: z.string() }).nullish(),
  /** An older photo of the library that looks like this one. */
  similarTo: Id.nullish(),
  usedInPosts: z.number().int(),
  createdAt: Instant,
});
export type Photo = z.infer<typeof Photo>;

/** A photo that was deleted, and when it can no longer be brought back. */
export const DeletedPhoto = Photo.extend({ deletedAt: Instant, goneAt: Instant });
export type DeletedPhoto = z.infer<typeof DeletedPhoto>;

/** The answer to an upload, whichever way it came. */
export const UploadedPhoto = z.object({
  success: z.literal(true),
  photoId: Id,
  photo: Photo,
  /** An older photo with the same bytes: both are kept until the person chooses. */
  sameAs: Id.nullish(),
});

/** Which photos of the library, in which order. */
export const PhotoFilter = PageQuery.extend({
  /** These alone, whatever page they are on; unknown or foreign ids are left out. */
  ids: Ids.optional(),
  search: text(200).optional(),
  /** Days of the business's zone, both inclusive. */
  from: LocalDate.optional(),
  to: LocalDate.optional(),
  orientation: z.enum(['landscape', 'portrait', 'square']).optional(),
  type: z.enum(photoTypes).optional(),
  used: z.enum(['true', 'false']).optional(),
  /** `none`: photos that are in no album. */
  albumId: z.union([Id, z.literal('none')]).optional(),
  /** With an album: also the photos of all albums inside it. */
  albumsInside: z.enum(['true', 'false']).optional(),
  tag: Tag.optional(),
  /** A search without `sort` answers the best matches first, unless there are too many to compare: then the newest. */
  sort: z.enum(['newest', 'oldest', 'name', 'size']).optional(),
});

/** The same in an address. */
export const PhotoQuery = PhotoFilter.extend({ ids: IdsInAddress.optional() });

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Everything that the publisher or captions needs to read a picture; bytes travel over HTTP, never over NATS. */
export const PhotoSource = z.object({
  photoId: Id,
  sha256: Sha256,
  mimeType: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
  altText: z.string().nullable(),
  /** Path on media's internal HTTP server, with a short-lived ticket; the derived JPEG carries no GPS and no personal EXIF. */
  internalPath: z.string(),
  /** Path below MEDIA_PULL_URL that a platform may fetch without a session until it expires. */
  publicPath: z.string(),
});
export type PhotoSource = z.infer<typeof PhotoSource>;

export const mediaRpc = {
  photoList: defineRpc('rpc.media.photo.list.v1', {
    caller: 'service',
    input: PhotoFilter,
    output: listOf(Photo),
    retryable: true,
  }),
  photoGet: defineRpc('rpc.media.photo.get.v1', {
    input: z.strictObject({ id: Id }),
    output: Photo,
    errors: ['not_found'],
    retryable: true,
  }),
  /** Facts of several photos at once, for projections that do not know one yet; unknown or foreign ids are left out. */
  photoFacts: defineRpc('rpc.media.photo.facts.v1', {
    caller: 'service',
    input: z.strictObject({ ids: Ids }),
    output: z.array(Photo),
    retryable: true,
  }),
  /** Photos of the library that look like one, the most alike first; at most 12. */
  photoSimilar: defineRpc('rpc.media.photo.similar.v1', {
    input: z.strictObject({ id: Id }),
    output: z.array(Photo),
    errors: ['not_found'],
    retryable: true,
  }),
  photoUpdate: defineRpc('rpc.media.photo.update.v1', {
    input: PhotoWords.extend({
      id: Id,
      originalName: text(LONGEST_PHOTO_NAME, { required: 'Please enter a name.' }).optional(),
      /** Null takes the photo out of its album. */
      albumId: Id.nullable().optional(),
    }),
    output: Photo,
    errors: ['not_found'],
  }),
  /** Deleted photos that can still be brought back, the last deleted first. */
  photoDeleted: defineRpc('rpc.media.photo.deleted.v1', {
    input: PageQuery,
    output: listOf(DeletedPhoto),
    retryable: true,
  }),
  /** in_use while a scheduled post needs it, unless `force` (that post becomes a draft). It can be brought back for a while. */
  photoDelete: defineRpc('rpc.media.photo.delete.v1', {
    input: z.strictObject({ id: Id, force: z.boolean() }),
    output: Ok,
    errors: ['not_found', 'in_use'],
  }),
  /** Every tag that a photo of the library has, in alphabetical order; at most 1,000. */
  tagList: defineRpc('rpc.media.tag.list.v1', { input: Empty, output: z.array(z.string()), retryable: true }),
  photoCount: defineRpc('rpc.media.photo.count.v1', {
    input: Empty,
    output: z.object({ total: z.number().int() }),
    retryable: true,
  }),
  /**
   * A picture fit for a purpose: `publish` is the largest derived JPEG that `platform` takes, without one that every
   * platform takes (`platformRules.largest`); `caption` is at most 800 px wide.
   */
  photoSource: defineRpc('rpc.media.photo.source.v1', {
    caller: 'service',
    input: z.strictObject({
      photoId: Id,
      purpose: z.enum(['publish', 'caption']),
      platform: Platform.optional(),
    }),
    output: PhotoSource,
    errors: ['not_found', 'unavailable'],
    retryable: true,
  }),
  /**
   * Reserves the announced bytes against the payer's storage and returns the ticket with which the gateway streams the body to media: POST
   * {MEDIA_INTERNAL_URL}/internal/uploads/{uploadId} with `Authorization: Ticket <ticket>` and the multipart body as received. `uploadId`
   * is the client's random id: a retry with the same bytes finds the same photo.
   */
  uploadStart: defineRpc('rpc.media.upload.start.v1', {
    input: z.strictObject({
      uploadId: UploadId,
      announcedBytes: z.number().int().nonnegative().nullable(),
    }),
    output: z.object({ uploadId: z.string(), ticket: z.string(), maxBytes: z.number().int() }),
    errors: ['upgrade_required', 'payload_too_large', 'not_found'],
    // The reservation of a second call takes the place of the first one's.
    retryable: true,
  }),
  /**
   * May this person read this object? Returns the internal path and ticket from which the gateway streams it: GET
   * {MEDIA_INTERNAL_URL}{path}, Range and ETag supported.
   */
  objectOpen: defineRpc('rpc.media.object.open.v1', {
    input: z.strictObject({ key: z.string().max(300) }),
    output: z.object({ path: z.string(), ticket: z.string() }),
    errors: ['not_found'],
    deadlineMs: 2_000,
    retryable: true,
  }),
  /** Stores an inline caption picture for 10 minutes (a NATS message is at most 1 MB): POST /internal/scratch with this ticket. */
  scratchStart: defineRpc('rpc.media.scratch.start.v1', {
    input: Empty,
    output: z.object({ ticket: z.string(), scratchId: Id }),
  }),
  scratchSource: defineRpc('rpc.media.scratch.source.v1', {
    input: z.strictObject({ scratchId: Id }),
    output: z.object({ internalPath: z.string(), mimeType: z.string() }),
    errors: ['not_found'],
    retryable: true,
  }),
  usageGet: defineRpc('rpc.media.usage.get.v1', {
    input: z.strictObject({ payerId: Id }),
    output: MetricUsage,
    retryable: true,
  }),
} as const;

const PhotoFacts = z.object({
  photoId: Id,
  sha256: Sha256,
  mimeType: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  fileSize: z.number().int(),
  albumId: Id.nullable(),
  thumbnailPath: z.string(),
});

export const mediaEvents = {
  photoUploaded: defineEvent('media.photo.uploaded.v1', PhotoFacts),
  photoReady: defineEvent('media.photo.ready.v1', PhotoFacts),
  photoUpdated: defineEvent('media.photo.updated.v1', PhotoFacts),
  photoDeleted: defineEvent('media.photo.deleted.v1', z.object({ photoId: Id })),
  usageChanged: defineEvent('media.usage.changed.v1', z.object({ payerId: Id })),
} as const;
