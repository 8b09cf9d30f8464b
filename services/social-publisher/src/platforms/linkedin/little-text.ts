import { comparableText } from '../http-call.ts';

/** A `#word` that is meant as a hashtag: at the start or after something that is not part of a word. */
const HASHTAG = /(?<![\p{L}\p{N}_&#])#(?=[\p{L}\p{N}])/gu;
const RESERVED = /[\\|{}@[\]()<>#*_~]/g;

/**
 * A caption in LinkedIn's "little text": reserved characters are escaped with a backslash, hashtags stay. Unescaped, they would cut the
 * text off or cause a refusal.
 */
export function toLittleText(caption: string): string {
  let result = '';
  let from = 0;
  for (const tag of caption.matchAll(HASHTAG)) {
    result += `${escaped(caption.slice(from, tag.index))}#`;
    from = tag.index + 1;
  }
  return result + escaped(caption.slice(from));
}

/**
 * An escape, a hashtag template or a mention. A backslash is only ever read with what it escapes, and nothing is read beyond the next
 * opening bracket: whatever a stranger posts, each character is read a few times at most.
 */
const MARKUP =
  /\\(.)|\{hashtag\|(?:\\.|[^|{}\\])*\|((?:\\.|[^{}\\])*)\}|@\[((?:\\.|[^[\]\\])*)\]\((?:\\.|[^()\\])*\)/gs;

/** The text as people read it, from what LinkedIn returns: templates become their words, escapes are removed. */
export function fromLittleText(commentary: string): string {
  return commentary.replace(MARKUP, (_markup, escapedCharacter?: string, word?: string, name?: string) => {
    if (escapedCharacter !== undefined) {
      return escapedCharacter;
    }
    return word === undefined ? unescaped(name ?? '') : `#${unescaped(word)}`;
  });
}

/** Whether a post that LinkedIn lists carries exactly this caption. */
export function carries(commentary: string, caption: string): boolean {
  const wanted = comparableText(caption);
  // Texts without escapes occur as well: both readings are compared.
  return comparableText(fromLittleText(commentary)) === wanted || comparableText(commentary) === wanted;
}

function escaped(text: string): string {
  return text.replace(RESERVED, (character) => `\\${character}`);
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, '$1');
}
