import { captionLength, platformRules } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import type { RawCaption } from '../providers/index.ts';

export interface CleanOptions {
  readonly includeHashtags: boolean;
  readonly platform: Platform | undefined;
  /** Everything the person wrote in the profile: links that stand there may stand in the caption. */
  readonly profileText: string;
  readonly canary: string;
}

export interface CleanCaption {
  readonly caption: string;
  readonly hashtags: string[];
  readonly rawAnalysis: string;
  /** True when something had to be taken out. */
  readonly repaired: boolean;
}

/** Longest caption and most hashtags when no platform was named: what Instagram takes. */
const DEFAULT_CAPTION_LIMIT = 2_200;
const DEFAULT_HASHTAG_LIMIT = 5;
const HASHTAG_LIMIT = 10;
const ANALYSIS_LIMIT = 1_000;
const LINK =
  /(?:https?:\/\/|www\.)[^\s<>"')\]]+|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|io|example|info|biz|shop|app|dev)\b[^\s]*/giu;

/**
 * A model's answer as text that may be shown and posted: plain, within the limits, without links the person never wrote and
 * without our own instructions. Null when nothing usable is left (an empty caption is never offered).
 */
export function cleanCaption(raw: RawCaption, options: CleanOptions): CleanCaption | null {
  if (typeof raw.caption !== 'string') {
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

function plainText(text: string, { profileText, canary }: CleanOptions): { text: string; repaired: boolean } {
  const withoutMarkup = text.normalize('NFC').replaceAll(/<\/?[a-z][^>]*>/giu, '');
  const withoutLeak = withoutMarkup
    .split('\n')
    .filter((line) => !line.includes(canary))
    .join('\n');
  const known = profileText.toLowerCase();
  const withoutLinks = withoutLeak.replaceAll(LINK, (link) => (known.includes(link.toLowerCase()) ? link : ''));
  const tidy = withoutLinks
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return { text: tidy, repaired: withoutLinks !== text.normalize('NFC') };
}

/** Models like to put the whole caption in quotation marks. */
function unquoted(text: string): string {
  const match = /^["“'](.*)["”']$/su.exec(text);
  return match?.[1] !== undefined && !/["“”]/u.test(match[1]) ? match[1].trim() : text;
}

/** Cut at the last sentence that fits, else at the last word. */
function shorten(text: string, platform: Platform | undefined): string {
  const limit = platform ? platformRules[platform].captionLimit : DEFAULT_CAPTION_LIMIT;
  const length = (candidate: string): number => (platform ? captionLength(platform, candidate) : [...candidate].length);
  if (length(text) <= limit) {
    return text;
  }
  let kept = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)) {
    if (length((kept + segment).trim()) > limit) {
      break;
    }
    kept += segment;
  }
  if (kept.trim() !== '') {
    return kept.trim();
  }
  const words = text.split(' ');
  while (words.length > 1 && length(words.join(' ')) > limit - 1) {
    words.pop();
  }
  return length(words.join(' ')) <= limit ? words.join(' ') : [...text].slice(0, Math.floor(limit / 2)).join('');
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
