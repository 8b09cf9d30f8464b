import { captionLength, platformRules } from '@postloom/contracts';
import type { CaptionVoice, Platform } from '@postloom/contracts';
import type { RawAnswer } from '../providers/index.ts';
import { foreignLinks, ownAddresses, withoutForeignAddresses } from './addresses.ts';
import type { OwnAddresses } from './addresses.ts';
import { bannedWords } from './banned-words.ts';
import { numbersIn } from './fact.ts';
import type { Fact } from './fact.ts';
import { factsIn, toldIn } from './facts.ts';
import { hasPlaceholder, isJunk, withoutCode, withoutEntities, withoutPreamble } from './junk.ts';
import { shorten } from './shorten.ts';
import { withoutEmojis } from './without-emojis.ts';

export interface CleanOptions {
  readonly includeHashtags: boolean;
  readonly platform: Platform | undefined;
  /** Everything the person wrote in the profile: its links, sums and dates are allowed in the caption. */
  readonly profileText: string;
  /** What is translated: its numbers come in the words of another language. */
  readonly translated?: string;
  /** Most characters, where those are fewer than the platform takes. */
  readonly longest?: number;
  readonly voice: Pick<CaptionVoice, 'bannedWords' | 'emojis' | 'hashtagSets'>;
}

export interface CleanCaption {
  readonly caption: string;
  readonly hashtags: string[];
  readonly rawAnalysis: string;
  /** True when something had to be removed. */
  readonly repaired: boolean;
}

/** Most hashtags when no platform was named: Instagram's limit. */
const DEFAULT_HASHTAG_LIMIT = 5;
const HASHTAG_LIMIT = 10;
const ANALYSIS_LIMIT = 1_000;
/** How much of a text is read, in UTF-16 units: far more than the tokens of any shape ever produce. */
const MOST_CHARACTERS = 16_000;
/** Names of the answer's own fields: a caption that contains one is our JSON again, inside itself. */
const NESTED_FIELD = /"(?:caption|hashtags|analysis|alt_text)"\s*:/u;
/**
 * Signs that nobody sees: control characters, halves of signs, soft hyphens, zero-width spaces, directions, and tag characters outside
 * of flags. Joiners stay, which emoji and some scripts need.
 */
const INVISIBLE =
  /(\u{1f3f4}[\u{e0020}-\u{e007f}]+)|[\u0000-\u0008\u000b-\u001f\u007f\u00ad\u180e\u200b\u2060\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}\p{Cs}]/gu;

/**
 * A model's answer as text that may be shown and posted: plain, within the limits, without links the person never
 * wrote and without sentences that promise what the profile doesn't say, use a banned word or have a gap to be filled in. Null when nothing
 * usable is left (an empty caption is never offered, nor JSON, nor a refusal in words). Every step is linear in the
 * answer's length: a model manipulated into an endless or hostile answer must not block other requests.
 */
export function cleanCaption(raw: RawAnswer, options: CleanOptions): CleanCaption | null {
  if (typeof raw.caption !== 'string') {
    return null;
  }
  const read = raw.caption.slice(0, MOST_CHARACTERS);
  if (isJson(raw.caption) || isJunk(read)) {
    return null;
  }
  const own = ownAddresses(options.profileText);
  const isBanned = bannedWords(options.voice.bannedWords);
  const plain = plainText(withoutPreamble(read), own);
  const honest = honestSentences(plain.text, options, isBanned);
  const worded = options.voice.emojis === 'none' ? withoutEmojis(honest) : honest;
  const caption = shorten(unquoted(worded), options.platform, options.longest);
  if (caption === '' || foreignLinks(caption, own).length > 0) {
    return null;
  }
  const analysis = plainText(typeof raw.analysis === 'string' ? raw.analysis : '', own);
  const hashtags = options.includeHashtags ? cleanHashtags(raw.hashtags, options, isBanned) : [];
  return {
    caption,
    hashtags: thatFit(caption, hashtags, options.platform),
    rawAnalysis: [...analysis.text].slice(0, ANALYSIS_LIMIT).join(''),
    repaired: plain.repaired || analysis.repaired || honest !== plain.text || withoutPreamble(read) !== read,
  };
}

/** The texts of platforms out of an answer, each within its platform's rules; one that is of no use is left out. */
export function cleanVariants(
  { variants }: RawAnswer,
  platforms: readonly Platform[],
  options: CleanOptions,
): { platform: Platform; caption: string; hashtags: string[] }[] {
  const texts = typeof variants === 'object' && variants !== null ? (variants as RawAnswer) : {};
  return [...new Set(platforms)].flatMap((platform) => {
    const raw = texts[platform];
    const clean =
      typeof raw === 'object' && raw !== null ? cleanCaption(raw as RawAnswer, { ...options, platform }) : null;
    return clean === null ? [] : [{ platform, caption: clean.caption, hashtags: clean.hashtags }];
  });
}

/** JSON within the JSON: the model put its whole answer, or another structure, in place of the text. */
function isJson(text: string): boolean {
  if (NESTED_FIELD.test(text)) {
    return true;
  }
  const bare = text
    .trim()
    .replace(/^```(?:json)?/u, '')
    .replace(/```$/u, '');
  // An error costs more than everything else that is done with a caption.
  if (!/^(?:[[{]|null\s*$)/u.test(bare.trimStart())) {
    return false;
  }
  try {
    return typeof JSON.parse(bare) === 'object';
  } catch {
    return false; // plain text, as it should be
  }
}

function plainText(text: string, own: OwnAddresses): { text: string; repaired: boolean } {
  const read = text.slice(0, MOST_CHARACTERS).normalize('NFC');
  // Before everything else: invisible signs and unusual dots part an address or a tag only for programs.
  const visible = read
    .replaceAll(INVISIBLE, '$1')
    .replaceAll(/[\u2028\u2029]/gu, '\n')
    .replaceAll(/(?<=[a-z0-9])[\u2024\u3002\uff0e\uff61](?=[a-z]{2})/giu, '.');
  // The second step removes what is left of a tag within a tag, or of one that never ends.
  const plain = withoutCode(withoutEntities(visible));
  const withoutMarkup = plain.replaceAll(/<\/?[a-z][^<>]*>/giu, '').replaceAll(/<(?=\/?[a-z])/giu, '');
  const withoutSigns = withoutMarkup.replaceAll(/\*\*|```/gu, '').replaceAll(/^#{1,6} /gmu, '');
  const withoutLinks = withoutForeignAddresses(withoutSigns, own);
  const tidy = withoutLinks
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return { text: tidy, repaired: withoutLinks !== read };
}

/**
 * Without the sentences that use a banned word or have a part of a price, day or number that the owner didn't name: 'am 3. Mai' is in two of
 * them.
 */
function honestSentences(
  text: string,
  { profileText, translated = '' }: CleanOptions,
  isBanned: (text: string) => boolean,
): string {
  const told = toldIn(profileText);
  const numbers = new Set(numbersIn(translated));
  const isTranslated = ({ start, end }: Fact): boolean => {
    const own = numbersIn(text.slice(start, end));
    return own.length > 0 && own.every((number) => numbers.has(number));
  };
  const suspects = factsIn(text).filter(
    (one) => !one.readings.some((reading) => told.has(reading)) && !isTranslated(one),
  );
  // Of a text that is changed, a gap is the person's own.
  const hasGap = hasPlaceholder(profileText) ? () => false : hasPlaceholder;
  if (suspects.length === 0 && !isBanned(text) && !hasGap(text)) {
    return text;
  }
  const isSuspect = new Uint8Array(text.length);
  for (const { start, end } of suspects) {
    isSuspect.fill(1, start, end);
  }
  return Array.from(new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text))
    .filter(
      ({ segment, index }) =>
        !isBanned(segment) && !hasGap(segment) && !isSuspect.subarray(index, index + segment.length).includes(1),
    )
    .map(({ segment }) => segment)
    .join('')
    .trim();
}

/** Models like to put the whole caption in quotation marks. */
function unquoted(text: string): string {
  const match = /^["“'](.*)["”']$/su.exec(text);
  return match?.[1] !== undefined && !/["“”]/u.test(match[1]) ? match[1].trim() : text;
}

/** Each once, those of the business first, none with a banned word. */
function cleanHashtags(
  value: unknown,
  { platform, voice }: CleanOptions,
  isBanned: (text: string) => boolean,
): string[] {
  const limit = platform ? (platformRules[platform].hashtagLimit ?? HASHTAG_LIMIT) : DEFAULT_HASHTAG_LIMIT;
  const words = Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
  const tags = words
    .map((word) => word.normalize('NFC').replaceAll(/[^\p{L}\p{N}_]/gu, ''))
    .filter((word) => /\p{L}/u.test(word) && [...word].length <= 50 && !isBanned(word));
  const seen = new Set<string>();
  const different = tags.filter((tag) => !seen.has(tag.toLowerCase()) && seen.add(tag.toLowerCase()));
  const own = new Set(voice.hashtagSets.flatMap(({ tags: set }) => set.map((tag) => tag.slice(1).toLowerCase())));
  const { mine = [], other = [] } = Object.groupBy(different, (tag) => (own.has(tag.toLowerCase()) ? 'mine' : 'other'));
  return [...mine, ...other].slice(0, limit).map((tag) => `#${tag}`);
}

/** As many of the hashtags as the platform takes after the caption and a blank line. */
function thatFit(caption: string, hashtags: readonly string[], platform: Platform | undefined): string[] {
  if (platform === undefined) {
    return [...hashtags];
  }
  const fits = (count: number): boolean =>
    captionLength(platform, `${caption}\n\n${hashtags.slice(0, count).join(' ')}`) <=
    platformRules[platform].captionLimit;
  const most = hashtags.map((_, index) => hashtags.length - index).find(fits) ?? 0;
  return hashtags.slice(0, most);
}
