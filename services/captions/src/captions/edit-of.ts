import { LONGEST_POSTED } from '@postloom/contracts';
import type { CaptionStyle, Platform } from '@postloom/contracts';
import { bodyHash } from '@postloom/persistence';
import { likeness } from './same-words.ts';
import { trailingHashtags } from './trailing-hashtags.ts';

/** A caption as it was written, with the texts of platforms, or a text as it was changed. */
export interface WrittenText {
  readonly id: string;
  /** Null for the change of a person's own words. */
  readonly style: CaptionStyle | null;
  readonly caption: string;
  readonly variants: readonly { readonly platform: Platform; readonly caption: string }[];
}

/** What a person made of a caption. */
export interface Edit {
  readonly id: string;
  readonly before: string;
  readonly after: string;
}

/** The caption or change of which a text was made. */
export interface Origin extends Edit {
  readonly style: CaptionStyle | null;
  /** The person changed its words. */
  readonly isChanged: boolean;
}

/** From this share of common word pairs on a text was made out of the other one. */
const RELATED = 0.3;
/** A text of a few words has two in common with anything: the share is at least one of so many pairs. */
const FEWEST_PAIRS = 8;
/** As much of a text is compared, in UTF-16 units: more than a caption ever has, and little work for a post of 60,000. */
const COMPARED = 5_000;

/**
 * Which of the captions a text was made of; null when it is the person's own. Without a platform the texts of all are looked at. A caption
 * and its shorter form are both related to a text made of either: it is the one that has more in common with it.
 */
export function originOf(text: string, platform: Platform | undefined, written: readonly WrittenText[]): Origin | null {
  const after = wordsOf(text);
  if (after === '') {
    return null;
  }
  const texts = written.flatMap(({ id, style, caption, variants }) => {
    const ofPlatforms = variants.filter((one) => platform === undefined || one.platform === platform);
    return [caption, ...ofPlatforms.map((one) => one.caption)].map((before) => ({
      ...{ id, style, before },
      line: asOneLine(before),
    }));
  });
  const origin = ({ id, style, before }: (typeof texts)[number], isChanged: boolean): Origin => ({
    ...{ id, style, before: beginningOf(before.trim()), after: beginningOf(after) },
    isChanged,
  });
  const line = asOneLine(after);
  const asWritten = texts.find((one) => one.line === line);
  if (asWritten !== undefined) {
    return origin(asWritten, false);
  }
  const shareOf = (other: string, of: typeof ofTheShorter): number =>
    likeness(other.slice(0, COMPARED), line.slice(0, COMPARED), of);
  const [best] = texts
    .filter((one) => shareOf(one.line, ofTheShorter) >= RELATED)
    .map((one) => ({ ...one, share: shareOf(one.line, Math.max) }))
    .toSorted((one, other) => other.share - one.share);
  return best === undefined ? null : origin(best, true);
}

/** The same for texts that differ in the hashtags at their end and in spaces alone. */
export function textHash(text: string): string {
  return bodyHash(asOneLine(text));
}

function ofTheShorter(pairs: number, others: number): number {
  return Math.max(FEWEST_PAIRS, Math.min(pairs, others));
}

/** Hashtags at the end are added and left out for every post anew: they say nothing about how a business writes. */
function wordsOf(text: string): string {
  return trailingHashtags(text).words;
}

/** Within a sentence a hashtag is a word of it. */
function asOneLine(text: string): string {
  return wordsOf(text)
    .replaceAll(/(?<![\p{L}\p{N}_&])#(?=[\p{L}\p{N}_])/gu, '')
    .replaceAll(/\s+/gu, ' ');
}

function beginningOf(text: string): string {
  return [...text.slice(0, LONGEST_POSTED * 2)].slice(0, LONGEST_POSTED).join('');
}
