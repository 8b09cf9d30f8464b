import { z } from 'zod';
import { defineRpc, Empty, Id, Instant, Ok } from '../kernel/index.ts';
import { Photo, UploadId } from './media.ts';

/** How files travel best on this installation. */
export const UploadWays = z.object({
  /** True when browsers reach the storage: bytes go there without passing the gateway. */
  toStorage: z.boolean(),
  /** Files of at least this many bytes go in parts, so that an interrupted upload goes on where it stopped. */
  partsFromBytes: z.number().int(),
});
export type UploadWays = z.infer<typeof UploadWays>;

/** What a client may say about a file before it sends it. */
const Announced = {
  uploadId: UploadId.nullable(),
  /** Null: as much as a file may have is reserved. */
  bytes: z.number().int().positive().nullable(),
};

/** A part as S3 and Uppy write it. */
const UploadPart = z.object({ PartNumber: z.number().int().min(1).max(10_000), ETag: z.string().max(200) });
/** One that is in storage. */
export const ArrivedPart = UploadPart.extend({ Size: z.number().int() });
/** All of a file, to be joined. */
export const UploadParts = z.array(UploadPart).min(1).max(10_000);

const OfParts = z.strictObject({ transferId: Id, key: z.string().max(300) });
/** Why no upload begins; `not_found`: browsers do not reach the storage of this installation, and send through the gateway. */
export const announceErrors = ['upgrade_required', 'payload_too_large', 'rate_limited', 'not_found'] as const;

/** Uploads whose bytes go to storage by addresses that media signs. Nothing is believed about them before they are measured. */
export const transferRpc = {
  waysGet: defineRpc('rpc.media.transfer.ways.v1', { input: Empty, output: UploadWays, retryable: true }),
  /** An address to PUT the file to. */
  putStart: defineRpc('rpc.media.transfer.put.v1', {
    input: z.strictObject(Announced),
    output: z.object({ url: z.string(), expiresAt: Instant }),
    errors: announceErrors,
  }),
  /** The fields of a form to POST the file with. */
  formStart: defineRpc('rpc.media.transfer.form.v1', {
    input: z.strictObject(Announced),
    output: z.object({ url: z.string(), fields: z.record(z.string(), z.string()), expiresAt: Instant }),
    errors: announceErrors,
  }),
  /** An upload in parts; the same `uploadId` again finds the one that is under way. */
  partsStart: defineRpc('rpc.media.transfer.parts.v1', {
    input: z.strictObject(Announced),
    output: z.object({ transferId: Id, key: z.string() }),
    errors: [...announceErrors, 'dependency_failed'],
  }),
  partsList: defineRpc('rpc.media.transfer.listParts.v1', {
    input: OfParts,
    output: z.array(ArrivedPart),
    errors: ['invalid_object', 'dependency_failed'],
    retryable: true,
  }),
  partSign: defineRpc('rpc.media.transfer.signPart.v1', {
    input: OfParts.extend({ partNumber: z.number().int().min(1) }),
    output: z.object({ url: z.string(), seconds: z.number().int() }),
    errors: ['invalid_object', 'validation_failed', 'not_found'],
    retryable: true,
  }),
  partsJoin: defineRpc('rpc.media.transfer.joinParts.v1', {
    input: OfParts.extend({ parts: UploadParts }),
    output: z.object({ location: z.string(), bucket: z.string() }),
    errors: ['invalid_object', 'payload_too_large', 'dependency_failed'],
    deadlineMs: 20_000,
    retryable: true,
  }),
  /** The person gave up: what has arrived is removed and the reservation released. */
  transferEnd: defineRpc('rpc.media.transfer.end.v1', { input: OfParts, output: Ok, retryable: true }),
  /** As `transferEnd`, for whatever way the upload with this id of the client's took. */
  uploadEnd: defineRpc('rpc.media.transfer.endUpload.v1', {
    input: z.strictObject({ uploadId: UploadId }),
    output: Ok,
    retryable: true,
  }),
  /** The file lies in storage: it is measured, decoded and becomes a photo. The same address again finds the same photo. */
  transferFinish: defineRpc('rpc.media.transfer.finish.v1', {
    input: z.strictObject({ objectUrl: z.string().max(4_000), originalName: z.string().max(1_000) }),
    output: z.object({ photo: Photo, sameAs: Id.nullable() }),
    errors: [
      'invalid_object',
      'upgrade_required',
      'payload_too_large',
      'unsupported_media_type',
      'invalid_image',
      'image_too_large',
      'conflict',
      'unavailable',
      'dependency_failed',
    ],
    deadlineMs: 60_000,
  }),
} as const;
