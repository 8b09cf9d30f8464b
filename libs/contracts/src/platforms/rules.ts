import type { Platform } from './platforms.ts';

/** What the platforms take, and how they count: figures and pure rules, without schemas, so that screens can use them. */
export interface PlatformRules {
  readonly platform: Platform;
  /** 'X' in badges, 'X (Twitter)' in pickers. */
  readonly name: string;
  readonly longName: string;
  /** Most characters of a caption, in the platform's own unit (see `captionLength`). */
  readonly captionLimit: number;
  /** 'weighted': twitter-text v3; 'code_points': Unicode characters; 'utf16': UTF-16 units, an emoji counts two or more. */
  readonly captionUnit: 'weighted' | 'code_points' | 'utf16';
  readonly hashtagLimit: number | null;
  readonly mentionLimit: number | null;
  /** What a web address in the text does: nothing to say, it can't be clicked, or it makes the post dearer for the app. */
  readonly links: 'fine' | 'not_clickable' | 'cost_extra';
  readonly maxPhotos: number;
  readonly textOnly: boolean;
  /** Width divided by height that the platform takes; null: any. */
  readonly aspect: { readonly min: number; readonly max: number } | null;
  /** True: every picture of a carousel is cut to the shape of the first one. */
  readonly cutsToFirst: boolean;
  readonly photo: {
    /** MIME types taken. What Postloom sends is always JPEG. */
    readonly types: readonly string[];
    readonly maxBytes: number;
    /** Pixels below which the platform enlarges or refuses; null: not documented. */
    readonly minWidth: number | null;
    /** Width times height; null: not documented. */
    readonly maxPixels: number | null;
  };
  /** Minutes in which the platform refuses the same text from the same account again; null: it does not. */
  readonly duplicateMinutes: number | null;
  /** Posts that one account may publish by API within the last so many minutes; null: not documented. */
  readonly cap: { readonly posts: number; readonly minutes: number } | null;
  /** Pixels of the largest picture it takes as it is; larger ones it scales or refuses. Null: no such bound. */
  readonly largest: {
    readonly width: number | null;
    readonly longEdge: number | null;
    readonly shortEdge: number | null;
  };
  /** Day on which these figures were last read in the platform's documents. */
  readonly checkedOn: string;
}

const MEBIBYTE = 1_048_576;
const DAY_MINUTES = 24 * 60;

export const platformRules: Readonly<Record<Platform, PlatformRules>> = {
  instagram: {
    platform: 'instagram',
    name: 'Instagram',
    longName: 'Instagram',
    captionLimit: 2_200,
    captionUnit: 'code_points',
    hashtagLimit: 5,
    mentionLimit: 20,
    links: 'not_clickable',
    maxPhotos: 10,
    textOnly: false,
    aspect: { min: 0.8, max: 1.91 },
    cutsToFirst: true,
    photo: { types: ['image/jpeg'], maxBytes: 8 * MEBIBYTE, minWidth: 320, maxPixels: null },
    duplicateMinutes: null,
    // The guide says 100, two reference pages say 50; each account's real quota is read before publishing.
    cap: { posts: 50, minutes: DAY_MINUTES },
    largest: { width: 1_440, longEdge: null, shortEdge: null },
    checkedOn: '2026-11-20',
  },
  facebook: {
    platform: 'facebook',
    name: 'Facebook',
    longName: 'Facebook',
    captionLimit: 63_206,
    captionUnit: 'code_points',
    hashtagLimit: null,
    mentionLimit: null,
    links: 'fine',
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
    checkedOn: '2026-11-20',
  },
  twitter: {
    platform: 'twitter',
    name: 'X',
    longName: 'X (Twitter)',
    captionLimit: 280,
    captionUnit: 'weighted',
    hashtagLimit: null,
    mentionLimit: null,
    links: 'cost_extra',
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
    checkedOn: '2026-11-20',
  },
  linkedin: {
    platform: 'linkedin',
    name: 'LinkedIn',
    longName: 'LinkedIn',
    captionLimit: 3_000,
    captionUnit: 'utf16',
    hashtagLimit: null,
    mentionLimit: null,
    links: 'fine',
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
    // Requests of a member, and a post takes at least one.
    cap: { posts: 100, minutes: DAY_MINUTES },
    largest: { width: null, longEdge: null, shortEdge: null },
    checkedOn: '2026-11-20',
  },
  tiktok: {
    platform: 'tiktok',
    name: 'TikTok',
    longName: 'TikTok',
    captionLimit: 2_200,
    captionUnit: 'utf16',
    hashtagLimit: null,
    mentionLimit: null,
    links: 'not_clickable',
    maxPhotos: 35,
    textOnly: false,
    aspect: null,
    cutsToFirst: false,
    photo: { types: ['image/jpeg', 'image/webp'], maxBytes: 20 * MEBIBYTE, minWidth: null, maxPixels: null },
    duplicateMinutes: null,
    cap: { posts: 15, minutes: DAY_MINUTES },
    largest: { width: null, longEdge: 1_920, shortEdge: 1_080 },
    checkedOn: '2026-11-20',
  },
};

const URL_WEIGHT = 23;
/** With a scheme, with `www.`, or a bare name below a common top-level domain: X links and shortens all three. */
const LINK =
  /(?:https?:\/\/|www\.)[^\s]+|(?<![\p{L}\p{N}@._-])[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.(?:com|net|org|io|co|app|dev|shop|store|info|biz|de|uk|fr|es|it|nl|eu|us|ca|au)\b(?:\/[^\s]*)?/giu;
/** What follows an address in a sentence is not a part of it. Looks back, so that a long run inside an address is read once. */
const AFTER_LINK = /(?<![.,;:!?)\]}'"])[.,;:!?)\]}'"]+$/;
const EMOJI = /\p{RGI_Emoji}/v;

/** Web addresses in the order they stand. */
export function linksOf(caption: string): string[] {
  return [...caption.matchAll(LINK)].map(([found]) => found.replace(AFTER_LINK, ''));
}

/**
 * Length of a caption as the platform counts it. X: NFC, any URL is 23, any emoji sequence 2, code points outside
 * U+0000-10FF, 2000-200D, 2010-201F, 2032-2037 weigh 2 (twitter-text v3). LinkedIn and TikTok: UTF-16 units. The others: Unicode
 * code points.
 */
export function captionLength(platform: Platform, caption: string): number {
  switch (platformRules[platform].captionUnit) {
    case 'code_points':
      return [...caption].length;
    case 'utf16':
      return caption.length;
    case 'weighted':
      return weightedLength(caption);
  }
}

function weightedLength(caption: string): number {
  let length = 0;
  const withoutLinks = caption.normalize('NFC').replace(LINK, (found) => {
    length += URL_WEIGHT;
    return AFTER_LINK.exec(found)?.[0] ?? '';
  });
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(withoutLinks)) {
    length += EMOJI.test(segment)
      ? 2
      : [...segment].reduce((sum, character) => sum + weight(character.codePointAt(0) ?? 0), 0);
  }
  return length;
}

function weight(codePoint: number): number {
  const light =
    codePoint <= 0x10ff ||
    (codePoint >= 0x2000 && codePoint <= 0x200d) ||
    (codePoint >= 0x2010 && codePoint <= 0x201f) ||
    (codePoint >= 0x2032 && codePoint <= 0x2037);
  return light ? 1 : 2;
}

/** One hashtag as it stands in a text. */
export const HASHTAG = /(?<![\p{L}\p{N}_&])#([\p{L}\p{N}_]*[\p{L}_][\p{L}\p{N}_]*)/gu;
/** One mention; an e-mail address is none. */
export const MENTION = /(?<![\p{L}\p{N}_.@])@([\w](?:[\w.]*\w)?)/gu;

/** Hashtags in the order they stand, without `#`. */
export function hashtagsOf(caption: string): string[] {
  return [...caption.matchAll(HASHTAG)].map((match) => match[1] ?? '');
}

/** Mentioned accounts in the order they stand, without `@`. */
export function mentionsOf(caption: string): string[] {
  return [...caption.matchAll(MENTION)].map((match) => match[1] ?? '');
}
