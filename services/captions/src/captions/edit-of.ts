import { LONGEST_POSTED } from '@postloom/contracts';
import type { CaptionStyle, Platform } from '@postloom/contracts';
import { likeness } from './same-words.ts';

/** A caption as it was written, with the texts of platforms. */
export interface WrittenText {
  readonly id: string;
  readonly style: CaptionStyle;
  readonly caption: string;
  readonly variants: readonly { readonly platform: Platform; readonly caption: string }[];
}

/** What a person made of a caption. */
export interface Edit {
  readonly id: string;
  readonly before: string;
  readonly after: string;
}

/** The caption of which a posted text was made. */
export interface Origin extends Edit {
  readonly style: CaptionStyle;
  /** The person changed its words. */
  readonly isChanged: boolean;
}

/** From this share of common word pairs on a text was made out of the other one. */
const RELATED = 0.3;
/** A text of a few words has two in common with anything: the share is at least one of so many pairs. */
const FEWEST_PAIRS = 8;
/** As much of a text is compared, in UTF-16 units: more than a caption ever has, and little work for a post of 60,000. */
const COMPARED = 5_000;

/** Which of the captions a posted text was made of; null when it is the person's own. */
export function originOf(posted: string, platform: Platform, written: readonly WrittenText[]): Origin | null {
  const after = withoutHashtags(posted);
  const texts = written.flatMap(({ id, style, caption, variants }) => [
    { id, style, before: caption.trim() },
    ...variants.filter((one) => one.platform === platform).map((one) => ({ id, style, before: one.caption.trim() })),
  ]);
  if (after === '') {
    return null;
  }
  const asWritten = texts.find(({ before }) => asOneLine(before) === asOneLine(after));
  if (asWritten !== undefined) {
    return { ...asWritten, before: beginningOf(asWritten.before), after: beginningOf(after), isChanged: false };
  }
  const [best] = texts
    .map((one) => ({ ...one, share: likeness(one.before.slice(0, COMPARED), after.slice(0, COMPARED), ofTheShorter) }))
    .toSorted((one, other) => other.share - one.share);
  return best !== undefined && best.share >= RELATED
    ? { id: best.id, style: best.style, before: beginningOf(best.before), after: beginningOf(after), isChanged: true }
    : null;
}

function ofTheShorter(pairs: number, others: number): number {
  return Math.max(FEWEST_PAIRS, Math.min(pairs, others));
}

/** Hashtags are added and left out for every post anew: they say nothing about how a business writes. */
function withoutHashtags(text: string): string {
  return text.replaceAll(/(?<![\p{L}\p{N}_&])#[\p{L}\p{N}_]+\s*/gu, '').trim();
}

function asOneLine(text: string): string {
  return withoutHashtags(text).replaceAll(/\s+/gu, ' ');
}

function beginningOf(text: string): string {
  return [...text.slice(0, LONGEST_POSTED * 2)].slice(0, LONGEST_POSTED).join('');
}
