import { z } from 'zod';
import { AiProvider, AiSettings, Caption, captionImage, CaptionOptions } from '../captions/index.ts';
import { ById, defineRoute, Id, listOf, text } from '../kernel/index.ts';
import { Photo, PhotoQuery } from '../media/index.ts';

const media = { tag: 'Media' } as const;
const captions = { tag: 'Captions' } as const;

/** Photos and captions. */
export const contentRoutes = {
  photos: defineRoute('GET', '/api/photos', {
    ...media,
    summary: 'The library, or some of its photos',
    query: PhotoQuery,
    answer: listOf(Photo),
  }),
  uploadPhoto: defineRoute('POST', '/api/photos/direct-upload/{randomId}', {
    ...media,
    summary: 'Upload one picture (multipart, field `file`)',
    params: z.strictObject({ randomId: text(100, { required: 'An upload id is needed.' }) }),
    answer: z.object({ success: z.literal(true), photoId: Id, photo: Photo }),
    errors: [
      'upgrade_required',
      'payload_too_large',
      'unsupported_media_type',
      'invalid_image',
      'image_too_large',
      'request_timeout',
      'conflict',
    ],
  }),
  updatePhoto: defineRoute('PUT', '/api/photos/{id}', {
    ...media,
    summary: 'Rename, describe or move a picture',
    params: ById,
    body: z.strictObject({
      originalName: text(255, { required: 'Please enter a name.' }).optional(),
      altText: text(1_000).nullable().optional(),
      albumId: Id.nullable().optional(),
    }),
    answer: Photo,
    errors: ['not_found'],
  }),
  deletePhoto: defineRoute('DELETE', '/api/photos/{id}', {
    ...media,
    summary: 'Delete a picture',
    params: ById,
    query: z.strictObject({ force: z.enum(['true', 'false']).optional() }),
    status: 204,
    errors: ['not_found', 'in_use'],
  }),
  downloadPhoto: defineRoute('GET', '/api/photos/{id}/download', {
    ...media,
    summary: 'The original under its original name',
    params: ById,
    errors: ['not_found'],
  }),
  photoData: defineRoute('GET', '/api/photos/data/{id}', {
    ...media,
    summary: 'The bytes of a picture',
    params: ById,
    errors: ['not_found'],
  }),

  generateCaption: defineRoute('POST', '/api/generate-caption', {
    ...captions,
    summary: 'A caption from a picture and the business profile',
    body: z
      .strictObject({
        imageBase64: z.string().max(captionImage.maxBase64Bytes).optional(),
        photoId: Id.optional(),
        options: CaptionOptions.prefault({}),
      })
      .refine(
        (body) => (body.imageBase64 === undefined) !== (body.photoId === undefined),
        'Please select a photo first to generate a caption.',
      ),
    answer: Caption,
    errors: [
      'upgrade_required',
      'provider_not_configured',
      'caption_failed',
      'not_found',
      'payload_too_large',
      'unsupported_media_type',
      'invalid_image',
      'rate_limited',
    ],
    idempotent: true,
  }),
  aiSettings: defineRoute('GET', '/api/ai-settings', { ...captions, summary: 'The AI provider', answer: AiSettings }),
  saveAiSettings: defineRoute('PUT', '/api/ai-settings', {
    ...captions,
    summary: 'Switch the AI provider',
    body: z.strictObject({ provider: AiProvider }),
    answer: AiSettings,
    errors: ['provider_not_configured'],
  }),
} as const;
