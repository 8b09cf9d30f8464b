import { z } from 'zod';
import { defineRoute, Id, Instant } from '../kernel/index.ts';
import { announceErrors, ArrivedPart, UploadedPhoto, UploadId, UploadParts, UploadWays } from '../media/index.ts';

const media = { tag: 'Media' } as const;
const Key = z.strictObject({ key: z.string().max(300) });
const OfUpload = z.strictObject({ uploadId: Id });
/** What Uppy sends along about a file; only the client's upload id and the size mean something here. */
const Metadata = z.looseObject({
  uploadId: z.string().max(100).optional(),
  fileSize: z.coerce.number().int().positive().optional(),
});

/** Uploads to storage without passing the gateway: a single PUT, and the calls that Uppy's AWS S3 plugin makes. */
export const uploaderRoutes = {
  uploadWays: defineRoute('GET', '/api/uploader', {
    ...media,
    summary: 'How files travel best on this installation',
    answer: UploadWays,
  }),
  startUpload: defineRoute('POST', '/api/objects/upload', {
    ...media,
    summary: 'An address to PUT one picture to',
    body: z.strictObject({
      fileSize: z.number().int().positive().optional(),
      uploadId: UploadId.optional(),
    }),
    answer: z.object({ uploadURL: z.string(), method: z.literal('PUT'), expiresAt: Instant }),
    errors: announceErrors,
  }),
  endUpload: defineRoute('DELETE', '/api/objects/upload', {
    ...media,
    summary: 'Give up an upload, whichever way it took: what it reserved is free at once',
    query: z.strictObject({ uploadId: UploadId }),
    answer: z.object({}),
  }),
  savePhoto: defineRoute('PUT', '/api/photos/upload', {
    ...media,
    summary: 'Make a photo of a picture that was sent to storage; it is measured, whatever the body says',
    body: z.strictObject({
      objectURL: z.string().max(4_000),
      filename: z.string().max(1_000).optional(),
      originalName: z.string().max(1_000),
      mimeType: z.string().max(200).optional(),
      fileSize: z.number().optional(),
    }),
    answer: UploadedPhoto,
    errors: [
      'invalid_object',
      'upgrade_required',
      'payload_too_large',
      'unsupported_media_type',
      'invalid_image',
      'image_too_large',
      'conflict',
    ],
  }),
  startParts: defineRoute('POST', '/api/uploader/s3/multipart', {
    ...media,
    summary: 'Begin an upload in parts, or find the one under way with the same `metadata.uploadId`',
    body: z.strictObject({
      filename: z.string().max(1_000),
      type: z.string().max(200).nullish(),
      metadata: Metadata.prefault({}),
    }),
    answer: z.object({ key: z.string(), uploadId: Id }),
    errors: announceErrors,
  }),
  listParts: defineRoute('GET', '/api/uploader/s3/multipart/{uploadId}', {
    ...media,
    summary: 'The parts that have arrived',
    params: OfUpload,
    query: Key,
    answer: z.array(ArrivedPart),
    errors: ['invalid_object'],
  }),
  signPart: defineRoute('GET', '/api/uploader/s3/multipart/{uploadId}/{partNumber}', {
    ...media,
    summary: 'An address to PUT one part to',
    params: OfUpload.extend({ partNumber: z.coerce.number().int().min(1).max(10_000) }),
    query: Key,
    answer: z.object({ url: z.string(), expires: z.number().int() }),
    errors: ['invalid_object', 'not_found'],
  }),
  joinParts: defineRoute('POST', '/api/uploader/s3/multipart/{uploadId}/complete', {
    ...media,
    summary: 'Join the parts',
    params: OfUpload,
    query: Key,
    body: z.strictObject({ parts: UploadParts }),
    answer: z.object({ location: z.string(), bucket: z.string(), key: z.string() }),
    errors: ['invalid_object', 'payload_too_large'],
  }),
  endParts: defineRoute('DELETE', '/api/uploader/s3/multipart/{uploadId}', {
    ...media,
    summary: 'Give up an upload in parts',
    params: OfUpload,
    query: Key,
    answer: z.object({}),
  }),
  uploadParameters: defineRoute('GET', '/api/uploader/s3/params', {
    ...media,
    summary: 'The form to POST one picture with',
    query: z.looseObject({
      filename: z.string().max(1_000),
      type: z.string().max(200).optional(),
      'metadata[uploadId]': z.string().max(100).optional(),
      'metadata[fileSize]': z.coerce.number().int().positive().optional(),
    }),
    answer: z.object({
      method: z.literal('POST'),
      url: z.string(),
      fields: z.record(z.string(), z.string()),
      headers: z.record(z.string(), z.string()),
    }),
    errors: announceErrors,
  }),
} as const;
