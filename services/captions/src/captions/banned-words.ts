/** Scripts that put no spaces between words. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** Tells whether a text uses one of the words, in any case; as a whole word where the script has spaces. */
export function bannedWords(words: readonly string[]): (text: string) => boolean {
  const patterns = words
    .map(comparable)
    .filter((word) => word !== '')
    .map(pattern);
  if (patterns.length === 0) {
    return () => false;
  }
  const any = new RegExp(patterns.join('|'), 'u');
  return (text) => any.test(comparable(text));
}

function pattern(word: string): string {
  // These signs alone: with an escaped hyphen a Unicode pattern is invalid.
  const literal = word.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return WITHOUT_SPACES.test(word) ? literal : String.raw`(?<![\p{L}\p{N}])${literal}(?![\p{L}\p{N}])`;
}

function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();
}
