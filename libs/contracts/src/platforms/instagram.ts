import { DAY_MINUTES, definePlatformRules, MEBIBYTE } from './platform-rules.ts';

export const instagram = definePlatformRules({
  platform: 'instagram',
  name: 'Instagram',
  longName: 'Instagram',
  settingsPrefix: 'INSTAGRAM',
  captionLimit: 2_200,
  captionUnit: 'code_points',
  hashtagLimit: 5,
  mentionLimit: 20,
  cashtagLimit: null,
  linkWarning: "Links in a caption can't be clicked on Instagram.",
  maxPhotos: 10,
  textOnly: false,
  aspect: { min: 0.8, max: 1.91, narrowest: '4:5', widest: '1.91:1' },
  cutsToFirst: true,
  photo: { types: ['image/jpeg'], maxBytes: 8 * MEBIBYTE, minWidth: 320, maxPixels: null },
  duplicateMinutes: null,
  // The guide says 100, two reference pages say 50; each account's real quota is read before publishing.
  cap: { posts: 50, minutes: DAY_MINUTES },
  largest: { width: 1_440, longEdge: null, shortEdge: null },
  figures: ['views', 'reach', 'likes', 'comments', 'shares', 'saves'],
  tellsAccountDays: true,
  webhookSignature: 'x-hub-signature-256',
  checkedOn: '2026-11-20',
});
