/** Something that a reader takes for a promise, and its place in the text. */
export interface Fact {
  /** What it may say, the same in whatever spelling and language: `12/5` is one of two days. */
  readonly readings: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** Parts of patterns by language. */
export type Words = Readonly<Record<string, string>>;

/** Any of the words of these tables. */
export function anyOf(...tables: readonly Words[]): string {
  return tables.flatMap((table) => Object.values(table)).join('|');
}

/** What a pattern finds in a text, each with what it says. */
export function found(
  text: string,
  pattern: RegExp,
  readingsOf: (match: RegExpExecArray) => readonly string[],
): readonly Fact[] {
  return Array.from(text.matchAll(pattern), (match) => ({
    readings: readingsOf(match),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** As many characters on either side of a fact say what it is. */
const BESIDE = 24;

/** Whether the text before a place ends as one pattern says, or the text after it begins as the other says. */
export function isBeside(
  text: string,
  { start, end }: Pick<Fact, 'start' | 'end'>,
  before: RegExp,
  after: RegExp,
): boolean {
  return before.test(text.slice(Math.max(0, start - BESIDE), start)) || after.test(text.slice(end, end + BESIDE));
}

/** With `%`, `¥` and European digits for their wide, small and Arabic forms. Every place in the text stays where it is. */
export function inCommonSigns(text: string): string {
  return text
    .replaceAll(/[^\p{ASCII}]/gu, (sign) => {
      const common = sign.normalize('NFKC');
      return common.length === sign.length ? common : sign;
    })
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/gu, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replaceAll('٪', '%')
    .replaceAll('٫', '.')
    .replaceAll('٬', ',');
}

/** The whole numbers of a text in European digits, without zeros before them. */
export function numbersIn(text: string): string[] {
  return (inCommonSigns(text).match(/\d+/gu) ?? []).map((digits) => digits.replace(/^0+(?=\d)/u, ''));
}
