import { DAY_MINUTES, definePlatformRules, MEBIBYTE } from './platform-rules.ts';

export const linkedin = definePlatformRules({
  platform: 'linkedin',
  name: 'LinkedIn',
  longName: 'LinkedIn',
  settingsPrefix: 'LINKEDIN',
  captionLimit: 3_000,
  captionUnit: 'utf16',
  hashtagLimit: null,
  mentionLimit: null,
  cashtagLimit: null,
  linkWarning: null,
  maxPhotos: 20,
  textOnly: true,
  aspect: null,
  cutsToFirst: false,
  photo: {
    types: ['image/jpeg', 'image/png', 'image/gif'],
    maxBytes: 5 * MEBIBYTE,
    minWidth: null,
    maxPixels: 36_152_319,
  },
  duplicateMinutes: 10,
  // Requests per member, and a post takes at least one.
  cap: { posts: 100, minutes: DAY_MINUTES },
  largest: { width: null, longEdge: null, shortEdge: null },
  // Of organizations' posts; of members' it tells apps like ours nothing.
  figures: ['views', 'reach', 'likes', 'comments', 'shares', 'clicks'],
  tellsAccountDays: true,
  webhookSignature: null,
  checkedOn: '2026-11-20',
});
