/**
 * LinkedIn's "little text": reserved characters are escaped with a backslash unless they form a hashtag (`#word` or
 * `{hashtag|\#|word}`) or a mention (`@[Name](urn:li:organization:1)`).
 */

const reserved = new Set('\\|{}@[]()<>#*_~');
const hashtagTemplate = /^\{hashtag\|\\#\|([^{}|]+)\}/;
const mention = /^@\[((?:[^[\]\\]|\\.)+)\]\(urn:li:(?:person|organization):[\w-]+\)/;
const hashtag = /^#[\p{L}\p{N}]+/u;

/** What the text says to a reader, or where an unescaped reserved character stands. */
export function readLittleText(
  text: string,
): { readonly text: string } | { readonly at: number; readonly character: string } {
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (!reserved.has(character)) {
      plain += character;
      at += 1;
      continue;
    }
    const rest = text.slice(at, at + 400);
    const next = text.charAt(at + 1);
    if (character === '\\' && reserved.has(next)) {
      plain += next;
      at += 2;
      continue;
    }
    const template = hashtagTemplate.exec(rest);
    const named = mention.exec(rest);
    const tag = hashtag.exec(rest);
    const found = template ?? named ?? tag;
    if (!found) {
      return { at, character };
    }
    if (template) {
      plain += `#${template[1] ?? ''}`;
    } else if (named) {
      plain += (named[1] ?? '').replace(/\\(.)/g, '$1');
    } else {
      plain += found[0];
    }
    at += found[0].length;
  }
  return { text: plain };
}

/** A text as LinkedIn gives it back: hashtags as templates, everything else reserved escaped. */
export function writeLittleText(plain: string): string {
  return plain
    .split(/(#[\p{L}\p{N}]+)/u)
    .map((part, index) =>
      index % 2 === 1 ? `{hashtag|\\#|${part.slice(1)}}` : part.replace(/[\\|{}@[\]()<>#*_~]/g, '\\$&'),
    )
    .join('');
}
