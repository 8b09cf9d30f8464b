import type { Platform } from './catalogue.ts';
import { captionLength, HASHTAG, linksOf, MENTION, platformRules } from './rules.ts';
import { fewerCashtags } from './x-text/x-text.ts';

const CLOSING_TAG = /^#[\p{L}\p{N}_]+$/u;
/** Punctuation that would look odd before '…'. The expression looks behind, so that a long run inside a text is read once. */
const LOOSE_END = /(?<![\s,;:.!?–—-])[\s,;:.!?–—-]+$/u;
const ELLIPSIS = '…';
/** What may be a web address, with what is written directly behind it. */
const ADDRESS = /https?:\/\/\S+/giu;
/** The largest part of a shortened caption that its end may take: the link and the hashtags. */
const MOST_FOR_END = 0.5;

/**
 * The caption as this platform accepts it: no more hashtags, mentions and cashtags than it allows, and short enough. Words, the last link
 * and hashtags at the end are kept as far as they fit. A caption that fits is returned unchanged.
 */
export function fittingCaption(platform: Platform, caption: string): string {
  const { hashtagLimit, mentionLimit, cashtagLimit } = platformRules[platform];
  let fitting = caption;
  if (hashtagLimit !== null) {
    fitting = fewerHashtags(fitting, hashtagLimit);
  }
  if (mentionLimit !== null) {
    fitting = fewerMentions(fitting, mentionLimit);
  }
  if (cashtagLimit !== null) {
    fitting = fewerCashtags(fitting, cashtagLimit);
  }
  return shorterCaption(platform, fitting);
}

/** At most `limit` hashtags, the first ones: of the others, those at the end are removed, those in a sentence stay as plain words. */
export function fewerHashtags(caption: string, limit: number): string {
  const closingFrom = closingTagsFrom(caption);
  let seen = 0;
  const kept = caption.replace(HASHTAG, (tag, word: string, at: number) => {
    seen += 1;
    if (seen <= limit) {
      return tag;
    }
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

/**
 * Cut at the last word that fits, with '…'. Hashtags at the end stay, the last ones are removed first when there are too many. The last
 * link stays too, and takes its room before them: it is often what the post is for.
 */
export function shorterCaption(platform: Platform, caption: string): string {
  const { captionLimit } = platformRules[platform];
  const fits = (text: string): boolean => captionLength(platform, text) <= captionLimit;
  if (fits(caption)) {
    return caption;
  }
  const closingFrom = closingTagsFrom(caption);
  const body = caption.slice(0, closingFrom);
  const closing = caption.slice(closingFrom);
  const gap = /^\s*/.exec(closing)?.[0] ?? '';
  const tags = closing.trim().split(/\s+/).filter(Boolean);
  const counts = tags.map((_, index) => index + 1);
  const fitsEnd = (end: string): boolean => captionLength(platform, end) <= captionLimit * MOST_FOR_END;
  const withTags = (link: string): string => {
    const first = (count: number): string => link + gap + tags.slice(0, count).join(' ');
    const kept = lastPassing(counts, (count) => fitsEnd(first(count)));
    return kept === null ? link : first(kept);
  };
  const tail = withTags('');
  const whole = (body + tail).trim();
  if (whole !== '' && fits(whole)) {
    return whole;
  }
  // A first hashtag that takes all the space by itself is cut like a word, so that nothing becomes empty.
  const words = body.trim() === '' ? caption : body;
  const cut = (text: string, end: string): string => longestStart(text, (start) => fits(start + ELLIPSIS + end));
  const start = cut(words, tail);
  const link = lastLink(words);
  if (link === null || link.to <= start.length || !fitsEnd(link.text)) {
    return start + ELLIPSIS + tail;
  }
  const end = withTags(link.text);
  return cut(words.slice(0, link.from), end) + ELLIPSIS + end;
}

/** The last address with http or https in a text, with the white space that parts it from the words before it. */
function lastLink(text: string): { from: number; to: number; text: string } | null {
  const candidate = [...text.matchAll(ADDRESS)].at(-1);
  const [address] = linksOf(candidate?.[0] ?? '');
  if (candidate === undefined || address === undefined || !candidate[0].startsWith(address)) {
    return null;
  }
  const before = text.slice(0, candidate.index);
  const gap = before.slice(before.trimEnd().length) || ' ';
  return { from: before.length, to: before.length + address.length, text: gap + address };
}

/**
 * Where the hashtags at the end of a caption begin, with the white space before them; its length when it ends otherwise. Read word by word:
 * one expression for the whole end would try every beginning again.
 */
function closingTagsFrom(caption: string): number {
  const words = [...caption.matchAll(/\S+/g)];
  let from = caption.length;
  for (let last = words.length - 1; last >= 0 && CLOSING_TAG.test(words[last]?.[0] ?? ''); last -= 1) {
    const before = words[last - 1];
    from = before === undefined ? 0 : before.index + before[0].length;
  }
  return from;
}

/** The longest start of a text that passes, ending between words, or inside a word when not even one fits. */
function longestStart(body: string, passes: (start: string) => boolean): string {
  const between = [...body.matchAll(/\s+/g)].map((match) => match.index).filter((at) => at > 0);
  const words = lastPassing(between, (at) => passes(withoutLooseEnd(body.slice(0, at))));
  if (words !== null) {
    return withoutLooseEnd(body.slice(0, words));
  }
  const letters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(body)].map(({ index }) => index);
  return body.slice(0, lastPassing(letters, (at) => passes(body.slice(0, at))) ?? 0);
}

/** The last of ascending places that passes; places pass up to some point and not after it. */
function lastPassing(places: readonly number[], passes: (at: number) => boolean): number | null {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(places[middle] ?? 0)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return places[low - 1] ?? null;
}

function withoutLooseEnd(text: string): string {
  return text.replace(LOOSE_END, '') || text;
}

/** Gaps left by removed words. */
function tidy(text: string): string {
  return text
    .replace(/[^\S\n]{2,}/g, ' ')
    .replace(/[^\S\n]+\n/g, '\n')
    .trimEnd();
}
