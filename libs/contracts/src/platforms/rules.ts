import type { Platform } from './platforms.ts';

/** What the platforms take, and how they count: figures and pure rules, without schemas, so that screens can use them. */
export interface PlatformRules {
  readonly platform: Platform;
  /** 'X' in badges, 'X (Twitter)' in pickers. */
  readonly name: string;
  readonly longName: string;
  /** Most characters of a caption; X counts weighted (see `captionLength`). */
  readonly captionLimit: number;
  readonly hashtagLimit: number | null;
  readonly maxPhotos: number;
  readonly textOnly: boolean;
  /** Width divided by height that the platform takes; null: any. */
  readonly aspect: { readonly min: number; readonly max: number } | null;
  /** Day on which these figures were last read in the platform's documents. */
  readonly checkedOn: string;
}

export const platformRules: Readonly<Record<Platform, PlatformRules>> = {
  instagram: {
    platform: 'instagram',
    name: 'Instagram',
    longName: 'Instagram',
    captionLimit: 2_200,
    hashtagLimit: 5,
    maxPhotos: 10,
    textOnly: false,
    aspect: { min: 0.8, max: 1.91 },
    checkedOn: '2026-11-20',
  },
  facebook: {
    platform: 'facebook',
    name: 'Facebook',
    longName: 'Facebook',
    captionLimit: 63_206,
    hashtagLimit: null,
    maxPhotos: 10,
    textOnly: true,
    aspect: null,
    checkedOn: '2026-11-20',
  },
  twitter: {
    platform: 'twitter',
    name: 'X',
    longName: 'X (Twitter)',
    captionLimit: 280,
    hashtagLimit: null,
    maxPhotos: 4,
    textOnly: true,
    aspect: null,
    checkedOn: '2026-11-20',
  },
  linkedin: {
    platform: 'linkedin',
    name: 'LinkedIn',
    longName: 'LinkedIn',
    captionLimit: 3_000,
    hashtagLimit: null,
    maxPhotos: 20,
    textOnly: true,
    aspect: null,
    checkedOn: '2026-11-20',
  },
  tiktok: {
    platform: 'tiktok',
    name: 'TikTok',
    longName: 'TikTok',
    captionLimit: 2_200,
    hashtagLimit: null,
    maxPhotos: 35,
    textOnly: false,
    aspect: null,
    checkedOn: '2026-11-20',
  },
};

const URL_WEIGHT = 23;
const LINK = /https?:\/\/[^\s]+/giu;
const EMOJI = /\p{RGI_Emoji}/v;

/**
 * Length of a caption as the platform counts it. X: NFC, any URL is 23, any emoji sequence 2, code points outside
 * U+0000-10FF, 2000-200D, 2010-201F, 2032-2037 weigh 2 (twitter-text v3). The others: Unicode code points.
 */
export function captionLength(platform: Platform, caption: string): number {
  if (platform !== 'twitter') {
    return [...caption].length;
  }
  let length = 0;
  const withoutLinks = caption.normalize('NFC').replace(LINK, () => {
    length += URL_WEIGHT;
    return '';
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

/** Hashtags in the order they stand, without `#`. */
export function hashtagsOf(caption: string): string[] {
  return [...caption.matchAll(/(?<![\p{L}\p{N}_&])#([\p{L}\p{N}_]*[\p{L}_][\p{L}\p{N}_]*)/gu)].map(
    (match) => match[1] ?? '',
  );
}
