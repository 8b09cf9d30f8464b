import { weighedWords } from '@postloom/chassis';

/** Words of one photo; a description of 1,000 characters has fewer. */
const MOST_WORDS = 200;
/** Before a tag that is stored as a whole; no word begins with it. */
const TAG_MARK = '#';

/** How much a word says about a photo, by where it stands. */
const weights = { tag: 4, name: 3, altText: 2 } as const;

export interface Described {
  readonly originalName: string;
  readonly altText: string | null;
  readonly tags: readonly string[];
}

/** The stored words of a photo with their weights; of a word in two places the heavier one. */
export function photoWords({ originalName, altText, tags }: Described): ReadonlyMap<string, number> {
  const whole = new Map<string, number>(tags.map((tag) => [wholeTag(tag), weights.tag]));
  const words = weighedWords(
    [...tags.map((tag) => [tag, weights.tag] as const), [originalName, weights.name], [altText ?? '', weights.altText]],
    MOST_WORDS - whole.size,
  );
  return new Map([...whole, ...words]);
}

/** A tag as one word, for the filter and the list of tags. */
export function wholeTag(tag: string): string {
  return TAG_MARK + tag;
}
