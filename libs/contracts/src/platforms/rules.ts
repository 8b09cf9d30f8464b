import { captionLengthWith } from './caption-length.ts';
import type { Platform } from './catalogue.ts';
import { addressesOnX, weightedLength } from './x-text/x-text.ts';

export { platformRules } from './catalogue.ts';
export { cashtagsOf } from './x-text/x-text.ts';

/** Web addresses in the order of the text; X's rules are the strictest about what counts as one. */
export function linksOf(caption: string): string[] {
  return addressesOnX(caption);
}

/** Length of a caption as the platform counts it (see `captionLengthWith`). */
export function captionLength(platform: Platform, caption: string): number {
  return captionLengthWith(weightedLength, platform, caption);
}

/** One hashtag in a text. */
export const HASHTAG = /(?<![\p{L}\p{N}_&])#([\p{L}\p{N}_]*[\p{L}_][\p{L}\p{N}_]*)/gu;
/** One mention; an email address is not one. */
export const MENTION = /(?<![\p{L}\p{N}_.@])@([\w](?:[\w.]*\w)?)/gu;

/** Hashtags in the order of the text, without `#`. */
export function hashtagsOf(caption: string): string[] {
  return [...caption.matchAll(HASHTAG)].map((match) => match[1] ?? '');
}

/** Mentioned accounts in the order of the text, without `@`. */
export function mentionsOf(caption: string): string[] {
  return [...caption.matchAll(MENTION)].map((match) => match[1] ?? '');
}
