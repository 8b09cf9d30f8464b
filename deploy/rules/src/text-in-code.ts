/** Whether code has a text as it is, and not merely a longer one that contains it. */

type Ends = { readonly before: string; readonly after: string };

/** Quotes, the ends of tags, and what is filled in. */
const alone: Ends = {
  before: String.raw`(?<=['"\x60>}{]\s?)`,
  after: String.raw`(?=\s?(?:['"\x60<{]|[$%]\{))`,
};
/** In tests also what regular expressions have there. */
const aloneInTests: Ends = {
  before: String.raw`(?<=(?:['"\x60>}{]|[/^(|]|\\s\*|\.\*)\s?)`,
  after: String.raw`(?=\s?(?:['"\x60<{]|[$%]\{|[$/|)]|\\s\*|\.\*))`,
};
const wholeWords: Ends = { before: String.raw`(?<![\p{L}\p{N}])`, after: String.raw`(?![\p{L}\p{N}])` };

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
/** Quotes may be escaped in strings, and what has a meaning there in regular expressions. */
const asWritten = (text: string): string => literally(text).replace(/\\[^\\]|['"]/g, String.raw`\\?$&`);

/**
 * `{…}` in the text is filled in: each part between stands alone. `…` at an end says that the text is a part of a longer one, which goes on
 * there: at that end it is only a whole word.
 */
export function isTextOf(code: string, text: string, kind: 'product' | 'test'): boolean {
  const ends = kind === 'test' ? aloneInTests : alone;
  const before = text.startsWith('…') ? wholeWords.before : ends.before;
  const after = text.endsWith('…') ? wholeWords.after : ends.after;
  const parts = text.replace(/^…|…$/g, '').split(/\{[^}]*\}/);
  return parts.every((part, index) => {
    const start = index === 0 ? before : ends.before;
    const end = index === parts.length - 1 ? after : ends.after;
    return part.trim() === '' || new RegExp(start + asWritten(part.trim()) + end, 'u').test(code);
  });
}

/** Whether code has this part of it, of whole words where words are at its ends. */
export function isPartOf(code: string, part: string): boolean {
  const before = /^[\p{L}\p{N}]/u.test(part) ? wholeWords.before : '';
  const after = /[\p{L}\p{N}]$/u.test(part) ? wholeWords.after : '';
  return new RegExp(before + literally(part) + after, 'u').test(code);
}
