import { MEBIBYTE, definePlatformRules } from './platform-rules.ts';

export const facebook = definePlatformRules({
  platform: 'facebook',
  name: 'Facebook',
  longName: 'Facebook',
  settingsPrefix: 'FACEBOOK',
  captionLimit: 63_206,
  captionUnit: 'code_points',
  hashtagLimit: null,
  mentionLimit: null,
  cashtagLimit: null,
  linkWarning: null,
  maxPhotos: 10,
  textOnly: true,
  aspect: null,
  cutsToFirst: false,
  photo: {
    types: ['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/tiff'],
    maxBytes: 10 * MEBIBYTE,
    minWidth: null,
    maxPixels: null,
  },
  // Error 506; the length of the window is not documented.
  duplicateMinutes: 60,
  cap: null,
  largest: { width: null, longEdge: null, shortEdge: null },
  figures: ['views', 'reach', 'likes', 'comments', 'shares', 'clicks'],
  tellsAccountDays: true,
  webhookSignature: 'x-hub-signature-256',
  checkedOn: '2026-11-20',
});
