import type { Platform } from './platforms.ts';
import { captionLength, HASHTAG, MENTION, platformRules } from './rules.ts';

/** The hashtags a caption ends with, and the white space before them. */
const CLOSING_TAGS = /(?:(?:^|\s+)#[\p{L}\p{N}_]+)+\s*$/u;
const ELLIPSIS = '…';
/** Hashtags at the end may take this share of a shortened caption. */
const MOST_FOR_TAGS = 0.5;

/**
 * The caption as this platform takes it: no more hashtags and mentions than it allows, and short enough. Words and hashtags at the
 * end are kept as far as they fit. A caption that fits comes back as it is.
 */
export function fittingCaption(platform: Platform, caption: string): string {
  const { hashtagLimit, mentionLimit } = platformRules[platform];
  let fitting = caption;
  if (hashtagLimit !== null) fitting = fewerHashtags(fitting, hashtagLimit);
  if (mentionLimit !== null) fitting = fewerMentions(fitting, mentionLimit);
  return shorterCaption(platform, fitting);
}

/** At most `limit` hashtags, the first ones: of the others those at the end go, those in a sentence stay as plain words. */
export function fewerHashtags(caption: string, limit: number): string {
  const closingFrom = caption.length - (CLOSING_TAGS.exec(caption)?.[0].length ?? 0);
  let seen = 0;
  const kept = caption.replace(HASHTAG, (tag, word: string, at: number) => {
    seen += 1;
    if (seen <= limit) return tag;
    return at >= closingFrom ? '' : word;
  });
  return seen <= limit ? caption : tidy(kept);
}

/** At most `limit` mentions; the names beyond it stay as plain words. */
export function fewerMentions(caption: string, limit: number): string {
  let seen = 0;
  return caption.replace(MENTION, (mention, name: string) => {
    seen += 1;
    return seen <= limit ? mention : name;
  });
}

/** Cut at the last word that fits, with '…'; hashtags at the end stay, the last ones go first when there are too many. */
export function shorterCaption(platform: Platform, caption: string): string {
  const { captionLimit } = platformRules[platform];
  const fits = (text: string): boolean => captionLength(platform, text) <= captionLimit;
  if (fits(caption)) return caption;
  const closing = CLOSING_TAGS.exec(caption)?.[0] ?? '';
  const body = caption.slice(0, caption.length - closing.length);
  const gap = /^\s*/.exec(closing)?.[0] ?? '';
  const tags = closing.trim().split(/\s+/).filter(Boolean);
  while (tags.length > 0 && captionLength(platform, gap + tags.join(' ')) > captionLimit * MOST_FOR_TAGS) tags.pop();
  const tail = tags.length === 0 ? '' : gap + tags.join(' ');
  if (body.trim() === '') return tail.trim();
  return longestStart(body, (start) => fits(start + ELLIPSIS + tail)) + ELLIPSIS + tail;
}

/** The longest start of a text that passes, ending between words, or inside a word when not even one fits. */
function longestStart(body: string, passes: (start: string) => boolean): string {
  const between = [...body.matchAll(/\s+/g)].map((match) => match.index).filter((at) => at > 0);
  const words = lastPassing(between, (at) => passes(withoutLooseEnd(body.slice(0, at))));
  if (words !== null) return withoutLooseEnd(body.slice(0, words));
  const letters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(body)].map(({ index }) => index);
  return body.slice(0, lastPassing(letters, (at) => passes(body.slice(0, at))) ?? 0);
}

/** The last of ascending places that passes; places pass up to some point and not after it. */
function lastPassing(places: readonly number[], passes: (at: number) => boolean): number | null {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(places[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return places[low - 1] ?? null;
}

/** Without the punctuation that would stand oddly before '…'. */
function withoutLooseEnd(text: string): string {
  return text.replace(/[\s,;:.!?–—-]+$/u, '') || text;
}

/** Gaps that a word left behind. */
function tidy(text: string): string {
  return text
    .replace(/[^\S\n]{2,}/g, ' ')
    .replace(/[^\S\n]+\n/g, '\n')
    .trimEnd();
}
