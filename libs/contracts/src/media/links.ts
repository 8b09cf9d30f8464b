import { z } from 'zod';
import { defineRpc, Id, text } from '../kernel/index.ts';
import { Photo, UploadId } from './media.ts';

/** The address of one picture. */
export const PhotoLink = z.strictObject({
  url: text(2_000, { required: 'Please enter the address of a photo.' })
    .overwrite((url) => url.trim())
    .refine(isWebAddress, 'Please enter an address that begins with https:// or http://.'),
  uploadId: UploadId,
});

function isWebAddress(url: string): boolean {
  const address = URL.parse(url);
  return address !== null && /^https?:$/.test(address.protocol) && address.username === '' && address.password === '';
}

export const linkErrors = [
  'rate_limited',
  'upgrade_required',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_image',
  'image_too_large',
  'conflict',
  'unavailable',
  'dependency_failed',
] as const;

export const linkRpc = {
  /** Fetches a picture from a public address and makes a photo of it. */
  linkFetch: defineRpc('rpc.media.link.fetch.v1', {
    input: PhotoLink,
    output: z.object({ photo: Photo, sameAs: Id.nullable() }),
    errors: linkErrors,
    deadlineMs: 60_000,
  }),
} as const;
