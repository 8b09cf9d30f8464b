import { captionLength, platformRules } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';

/** Most characters of a caption when no platform was named: Instagram's limit. */
const DEFAULT_LIMIT = 2_200;
/** UTF-16 units per unit of the limit that are considered at all; X counts a web address of any length as 23. */
const WINDOW = 8;

/**
 * The caption within the platform's limit: cut after the last sentence that fits, else after the last word, else after the
 * last character as people see it. `longest` may be less than the platform's limit. The work is bounded by the limit, not by the length
 * of the text.
 */
export function shorten(text: string, platform: Platform | undefined, longest = Infinity): string {
  const limit = Math.min(longest, platform ? platformRules[platform].captionLimit : DEFAULT_LIMIT);
  const window = text.slice(0, limit * WINDOW);
  const fits = (end: number): boolean => {
    const candidate = window.slice(0, end).trimEnd();
    return (platform ? captionLength(platform, candidate) : [...candidate].length) <= limit;
  };
  if (window.length === text.length && fits(text.length)) {
    return text.trimEnd();
  }
  for (const ends of [sentenceEnds, wordEnds, characterEnds]) {
    // Nothing is known to end at the edge of the window.
    const kept = window.slice(
      0,
      lastThatFits(
        ends(window).filter((end) => end < window.length || window.length === text.length),
        fits,
      ),
    );
    if (kept.trim() !== '') {
      return kept.trimEnd();
    }
  }
  return '';
}

/** The largest of the ascending `ends` that fits, 0 when none does; asks about log2 of them. */
function lastThatFits(ends: readonly number[], fits: (end: number) => boolean): number {
  let [low, high, best] = [0, ends.length - 1, 0];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const end = ends[middle] ?? 0;
    if (fits(end)) {
      best = end;
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return best;
}

function segmentEnds(text: string, granularity: 'sentence' | 'grapheme'): number[] {
  return Array.from(
    new Intl.Segmenter('en', { granularity }).segment(text),
    ({ index, segment }) => index + segment.length,
  );
}

const sentenceEnds = (text: string): number[] => segmentEnds(text, 'sentence');
const wordEnds = (text: string): number[] => Array.from(text.matchAll(/\s+/gu), ({ index }) => index);
const characterEnds = (text: string): number[] => segmentEnds(text, 'grapheme');
