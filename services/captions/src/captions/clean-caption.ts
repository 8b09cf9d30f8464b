import { platformRules } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import type { RawCaption } from '../providers/index.ts';
import { shorten } from './shorten.ts';

export interface CleanOptions {
  readonly includeHashtags: boolean;
  readonly platform: Platform | undefined;
  /** Everything the person wrote in the profile: its links are allowed in the caption. */
  readonly profileText: string;
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
/** How much of a text is read, in UTF-16 units: far more than `MAX_OUTPUT_TOKENS` ever produce. */
const MOST_CHARACTERS = 16_000;
/** Where a web address begins: a scheme, `www.`, or the dot before a common top-level domain. */
const ADDRESS = /https?:\/\/|www\.|\.(?:com|net|org|io|example|info|biz|shop|app|dev)(?![a-z0-9-])/giu;
const HOST_CHARACTER = /[a-z0-9.-]/iu;
/** Ends an address that has no space behind it. */
const AFTER_ADDRESS = /[<>"')\]]/gu;
/** Names of the answer's own fields: a caption that contains one is our JSON again, inside itself. */
const NESTED_FIELD = /"(?:caption|hashtags|analysis)"\s*:/u;

/**
 * A model's answer as text that may be shown and posted: plain, within the limits and without links the person never
 * wrote. Null when nothing usable is left (an empty caption is never offered, nor JSON). Every step is linear in the
 * answer's length: a model manipulated into an endless or hostile answer must not block other requests.
 */
export function cleanCaption(raw: RawCaption, options: CleanOptions): CleanCaption | null {
  if (typeof raw.caption !== 'string' || isJson(raw.caption)) {
    return null;
  }
  const plain = plainText(raw.caption, options);
  const caption = shorten(unquoted(plain.text), options.platform);
  if (caption === '') {
    return null;
  }
  const analysis = plainText(typeof raw.analysis === 'string' ? raw.analysis : '', options);
  return {
    caption,
    hashtags: options.includeHashtags ? cleanHashtags(raw.hashtags, options.platform) : [],
    rawAnalysis: [...analysis.text].slice(0, ANALYSIS_LIMIT).join(''),
    repaired: plain.repaired || analysis.repaired,
  };
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
  try {
    return typeof JSON.parse(bare) === 'object';
  } catch {
    return false; // plain text, as it should be
  }
}

function plainText(text: string, { profileText }: CleanOptions): { text: string; repaired: boolean } {
  // The second step removes what is left of a tag within a tag, or of one that never ends.
  const read = text.slice(0, MOST_CHARACTERS).normalize('NFC');
  const withoutMarkup = read.replaceAll(/<\/?[a-z][^<>]*>/giu, '').replaceAll(/<(?=\/?[a-z])/giu, '');
  const known = profileText.toLowerCase();
  const withoutLinks = withoutMarkup.replaceAll(/\S+/gu, (word) => withoutForeignAddresses(word, known));
  const tidy = withoutLinks
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return { text: tidy, repaired: withoutLinks !== read };
}

/** The word without its web addresses, except those that are in the profile (in lower case). */
function withoutForeignAddresses(word: string, profile: string): string {
  let kept = '';
  let position = 0;
  for (const beginning of word.matchAll(ADDRESS)) {
    let start = beginning.index;
    if (start < position) {
      continue; // inside the previous address
    }
    while (beginning[0].startsWith('.') && start > position && HOST_CHARACTER.test(word[start - 1] ?? '')) {
      start -= 1;
    }
    AFTER_ADDRESS.lastIndex = start;
    const end = AFTER_ADDRESS.exec(word)?.index ?? word.length;
    const address = word.slice(start, end).replace(/[.,;:!?]{1,3}$/u, '');
    kept += word.slice(position, profile.includes(address.toLowerCase()) ? end : start);
    position = end;
  }
  return kept + word.slice(position);
}

/** Models like to put the whole caption in quotation marks. */
function unquoted(text: string): string {
  const match = /^["“'](.*)["”']$/su.exec(text);
  return match?.[1] !== undefined && !/["“”]/u.test(match[1]) ? match[1].trim() : text;
}

function cleanHashtags(value: unknown, platform: Platform | undefined): string[] {
  const limit = platform ? (platformRules[platform].hashtagLimit ?? HASHTAG_LIMIT) : DEFAULT_HASHTAG_LIMIT;
  const words = Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
  const tags = words
    .map((word) => word.normalize('NFC').replaceAll(/[^\p{L}\p{N}_]/gu, ''))
    .filter((word) => /\p{L}/u.test(word) && [...word].length <= 50);
  const seen = new Set<string>();
  return tags
    .filter((tag) => !seen.has(tag.toLowerCase()) && seen.add(tag.toLowerCase()))
    .slice(0, limit)
    .map((tag) => `#${tag}`);
}
