/**
 * Data and pure rules of the contracts that screens show: plans, industries, platforms. Import them from here and not from
 * `@postloom/contracts`: a production build then leaves the schemas beside them out (see vite.config.ts). Schemas are for
 * forms in lazy chunks, types come from `@postloom/contracts` at no cost.
 */
export {
  acceptedPhotoTypes,
  aiProviders,
  captionLengthWith,
  centredCrop,
  createFormTones,
  editorTones,
  HASHTAG,
  hashtagsOf,
  industries,
  MAX_PHOTO_BYTES,
  MENTION,
  planCatalogue,
  platformRules,
  platforms,
  postMessages,
  toneFor,
  UNCLEAR_OUTCOME,
  UNLIMITED,
  uploadMessages,
  uploadQueueLimits,
} from '@postloom/contracts';
