import { DAY_MINUTES, definePlatformRules, MEBIBYTE } from './platform-rules.ts';

export const tiktok = definePlatformRules({
  platform: 'tiktok',
  name: 'TikTok',
  longName: 'TikTok',
  settingsPrefix: 'TIKTOK',
  captionLimit: 2_200,
  captionUnit: 'utf16',
  hashtagLimit: null,
  mentionLimit: null,
  cashtagLimit: null,
  linkWarning: "Links in a caption can't be clicked on TikTok.",
  maxPhotos: 35,
  textOnly: false,
  aspect: null,
  cutsToFirst: false,
  photo: { types: ['image/jpeg', 'image/webp'], maxBytes: 20 * MEBIBYTE, minWidth: null, maxPixels: null },
  duplicateMinutes: null,
  cap: { posts: 15, minutes: DAY_MINUTES },
  largest: { width: null, longEdge: 1_920, shortEdge: 1_080 },
  webhookSignature: 'tiktok-signature',
  checkedOn: '2026-11-20',
});
