import { DAY_MINUTES, definePlatformRules, MEBIBYTE } from './platform-rules.ts';

export const x = definePlatformRules({
  platform: 'twitter',
  name: 'X',
  longName: 'X (Twitter)',
  settingsPrefix: 'X',
  captionLimit: 280,
  captionUnit: 'weighted',
  hashtagLimit: null,
  mentionLimit: null,
  cashtagLimit: 1,
  linkWarning: 'A link makes a post on X more expensive: it charges the app 0.20 USD instead of 0.015 USD.',
  maxPhotos: 4,
  textOnly: true,
  aspect: null,
  cutsToFirst: false,
  photo: {
    types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
    maxBytes: 5 * MEBIBYTE,
    minWidth: null,
    maxPixels: null,
  },
  // 403 "duplicate content"; the length of the window is not documented.
  duplicateMinutes: DAY_MINUTES,
  cap: { posts: 100, minutes: 15 },
  largest: { width: null, longEdge: null, shortEdge: null },
  figures: ['views', 'likes', 'comments', 'shares', 'saves', 'clicks'],
  tellsAccountDays: false,
  webhookSignature: null,
  checkedOn: '2026-11-20',
});
