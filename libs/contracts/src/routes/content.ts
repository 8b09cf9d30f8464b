import { z } from 'zod';
import {
  AiSettings,
  AiSettingsChange,
  Caption,
  captionImage,
  CaptionOptions,
  CaptionToChange,
  CaptionVoice,
  VoicePreview,
  ChangedCaption,
  SuggestedAltText,
  WrittenCaption,
} from '../captions/index.ts';
import { ById, defineRoute, Id, listOf, PageQuery, text } from '../kernel/index.ts';
import {
  DeletedPhoto,
  linkErrors,
  Photo,
  PhotoLink,
  PhotoQuery,
  PhotoWords,
  UploadedPhoto,
  UploadId,
} from '../media/index.ts';

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
  photoTags: defineRoute('GET', '/api/photos/tags', {
    ...media,
    summary: 'Every tag of the library',
    answer: z.array(z.string()),
  }),
  deletedPhotos: defineRoute('GET', '/api/photos/deleted', {
    ...media,
    summary: 'Deleted photos that can still be brought back',
    query: PageQuery,
    answer: listOf(DeletedPhoto),
  }),
  uploadPhoto: defineRoute('POST', '/api/photos/direct-upload/{randomId}', {
    ...media,
    summary: 'Upload one picture (multipart, field `file`)',
    params: z.strictObject({ randomId: UploadId }),
    answer: UploadedPhoto,
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
  photoFromLink: defineRoute('POST', '/api/photos/from-link', {
    ...media,
    summary: 'Fetch a picture from a public address and make a photo of it',
    body: PhotoLink,
    answer: UploadedPhoto,
    errors: linkErrors,
  }),
  similarPhotos: defineRoute('GET', '/api/photos/{id}/similar', {
    ...media,
    summary: 'Photos that look like one, the most alike first',
    params: ById,
    answer: z.array(Photo),
    errors: ['not_found'],
  }),
  updatePhoto: defineRoute('PUT', '/api/photos/{id}', {
    ...media,
    summary: 'Rename, describe, tag or move a picture',
    params: ById,
    body: PhotoWords.extend({
      originalName: text(255, { required: 'Please enter a name.' }).optional(),
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
    summary: 'The original under its original name, of the business that the page shows',
    params: ById,
    query: z.object({ businessId: Id.optional() }),
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
  changeCaption: defineRoute('POST', '/api/captions/change', {
    ...captions,
    summary: 'A caption made shorter or longer, in another tone or another language',
    body: CaptionToChange,
    answer: ChangedCaption,
    errors: ['upgrade_required', 'provider_not_configured', 'caption_failed', 'not_found', 'rate_limited'],
    idempotent: true,
  }),
  suggestAltText: defineRoute('POST', '/api/photos/{id}/alt-text', {
    ...captions,
    summary: 'What a photo shows, as a suggestion: the photo stays as it is',
    params: ById,
    answer: SuggestedAltText,
    errors: [
      'upgrade_required',
      'provider_not_configured',
      'caption_failed',
      'not_found',
      'rate_limited',
      'payload_too_large',
    ],
    idempotent: true,
  }),
  captionHistory: defineRoute('GET', '/api/captions', {
    ...captions,
    summary: 'Captions that were generated for the business, newest first',
    query: PageQuery,
    answer: listOf(WrittenCaption),
  }),
  aiSettings: defineRoute('GET', '/api/ai-settings', { ...captions, summary: 'The AI provider', answer: AiSettings }),
  saveAiSettings: defineRoute('PUT', '/api/ai-settings', {
    ...captions,
    summary: 'Choose the AI provider, or whether others may stand in for it',
    body: AiSettingsChange,
    answer: AiSettings,
    errors: ['provider_not_configured'],
  }),
  captionVoice: defineRoute('GET', '/api/caption-voice', {
    ...captions,
    summary: 'How the captions of the business sound',
    answer: CaptionVoice,
  }),
  saveCaptionVoice: defineRoute('PUT', '/api/caption-voice', {
    ...captions,
    summary: 'Save how the captions of the business sound',
    body: CaptionVoice,
    answer: CaptionVoice,
  }),
  previewVoice: defineRoute('POST', '/api/caption-voice/preview', {
    ...captions,
    summary: 'Three sample captions in a voice that need not be saved',
    body: CaptionVoice,
    answer: VoicePreview,
    errors: ['upgrade_required', 'provider_not_configured', 'caption_failed', 'rate_limited'],
    idempotent: true,
  }),
} as const;
