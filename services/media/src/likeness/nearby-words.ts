const WORDS = 4;
const WORD_BITS = 16;

/**
 * Every word that a photo which looks like this one may have: of 7 bits that differ, at most one lies in some word of the four. 68 words,
 * whatever the size of the library.
 */
export function nearbyWords(likeness: string): string[] {
  return Array.from({ length: WORDS }, (_, part) => {
    const own = Number.parseInt(likeness.slice(part * 4, part * 4 + 4), 16);
    const near = Array.from({ length: WORD_BITS }, (_bit, bit) => own ^ (1 << bit));
    return [own, ...near].map((word) => `${part}${word.toString(16).padStart(4, '0')}`);
  }).flat();
}
