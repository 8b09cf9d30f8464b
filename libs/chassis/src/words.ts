/** What things are found by: pure rules, the same for what is stored and for what is typed. */

/** Characters of a word: two that differ only behind them are one. */
const LONGEST_WORD = 40;
/** Terms of one search; what is typed behind them changes nothing. */
const MOST_TERMS = 8;
/** As Postgres' own trigrams: less alike is another word. */
const LEAST_ALIKE = 0.3;

/** How well a word fits a term, before the weight of where it stands; in steps wider than any weight. */
export const fits = { same: 40, beginning: 30, within: 20, alike: 10 } as const;

/** Between its letters and digits no rule of Unicode ends a word. */
const ASCII = /^[\x00-\x7f]*$/;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** A text without case and accents; each of its words is in there somewhere. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
}

/**
 * The words of a text without case and accents; letters and digits are words of their own, so IMG_1234 is found by either.
 * @param most the text is read only until it has given so many
 */
export function wordsOf(text: string, most = Infinity): string[] {
  const words = new Set<string>();
  for (const part of partsOf(plainText(text))) {
    if (words.size >= most) {
      break;
    }
    words.add([...part].slice(0, LONGEST_WORD).join(''));
  }
  return [...words];
}

/** Runs of letters and of digits. Where words may stand without a space between them, the segmenter tells them apart; it takes twenty times as long. */
function* partsOf(plain: string): Generator<string> {
  const texts = ASCII.test(plain) ? [plain] : wordLike(plain);
  for (const text of texts) {
    for (const [part] of text.matchAll(/\p{L}+|\p{N}+/gu)) {
      yield part;
    }
  }
}

function* wordLike(text: string): Generator<string> {
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike === true) {
      yield segment;
    }
  }
}

/** The words of several texts with the weight of the text that each stands in; of a word in two of them the first one's. */
export function weighedWords(
  texts: Iterable<readonly [text: string, weight: number]>,
  most: number,
): Map<string, number> {
  const found = new Map<string, number>();
  for (const [text, weight] of texts) {
    for (const word of wordsOf(text, most)) {
      if (!found.has(word) && found.size < most) {
        found.set(word, weight);
      }
    }
  }
  return found;
}

/** What a search asks for: every term has to be found. */
export function termsOf(search: string): string[] {
  return wordsOf(search, MOST_TERMS).slice(0, MOST_TERMS);
}

/** Groups of three characters, as pg_trgm has them; none for what has no letter: a mistyped number is another number. */
export function gramsOf(word: string): string[] {
  if (!/^\p{L}{3,}$/u.test(word)) {
    return [];
  }
  const padded = [...paddedWord(word)];
  return [...new Set(padded.slice(2).map((_, at) => padded.slice(at, at + 3).join('')))];
}

/** The first word that no word with this beginning reaches, in the order of code points. */
export function endOfPrefix(beginning: string): string {
  return `${beginning}\u{10ffff}`;
}

/** Tells of a word whether it is what somebody meant who typed `term`: it holds it, or is written nearly like it. */
export function meantBy(term: string): (word: string) => boolean {
  const grams = gramsOf(term);
  return (word) => word.includes(term) || likeness(grams, word) >= LEAST_ALIKE;
}

/** Between 0 and 1. A search compares thousands of words: most share nothing and are left at once. */
function likeness(grams: readonly string[], word: string): number {
  const padded = paddedWord(word);
  const shared = grams.filter((gram) => padded.includes(gram)).length;
  const others = shared === 0 ? 0 : gramsOf(word).length;
  return others === 0 ? 0 : shared / (grams.length + others - shared);
}

/** So that the beginning and the end of a word are in groups of their own. */
function paddedWord(word: string): string {
  return `  ${word} `;
}
