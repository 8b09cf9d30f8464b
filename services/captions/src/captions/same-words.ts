/** Share of common word pairs from which two captions read as one. */
const SAME = 0.8;

/** Whether a caption says the same as another, but for a word or two, hashtags and punctuation. */
export function saysTheSame(caption: string, other: string): boolean {
  return likeness(caption, other, Math.max) >= SAME;
}

/** Share of common word pairs, 0 to 1; `of` says of how many, by the pairs of the two texts: `Math.max` those of the longer one. */
export function likeness(caption: string, other: string, of: (own: number, theirs: number) => number): number {
  const [own, theirs] = [pairsOf(caption), pairsOf(other)];
  if (own.size === 0 || theirs.size === 0) {
    return 0;
  }
  return [...own].filter((pair) => theirs.has(pair)).length / of(own.size, theirs.size);
}

/** Words in twos; of a language without spaces, letters in twos. */
function pairsOf(text: string): Set<string> {
  const words =
    text
      .replaceAll(/#[\p{L}\p{N}_]+/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const units = words.length < 4 ? [...words.join('')] : words;
  return new Set(units.slice(1).map((unit, index) => `${units[index] ?? ''} ${unit}`));
}
