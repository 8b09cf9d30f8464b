import { platformRules } from './catalogue.ts';
import type { Platform } from './catalogue.ts';
import { addressesOnX, weightedLength } from './x-text/x-text.ts';

export { platformRules } from './catalogue.ts';
export { cashtagsOf } from './x-text/x-text.ts';

/** Web addresses in the order they stand; X's rules are the strictest about what is one. */
export function linksOf(caption: string): string[] {
  return addressesOnX(caption);
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
