// twitter-text's configuration v3: what X counts as the length of a post.
const urlWeight = 23;
const address =
  /(?:https?:\/\/|www\.)[^\s]+|\b[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.(?:com|net|org|io|co|app|dev|shop|store|info|biz|de|uk|fr|es|it|nl|eu|us|ca|au)\b(?:\/[^\s]*)?/gi;
const emoji = new RegExp('\\p{RGI_Emoji}', 'gv');

/** Longest post of an account without a subscription, in weighted characters. */
export const longestPost = 280;

/** The web addresses in a text, in order; X replaces each by a t.co link. */
export function addressesIn(text: string): string[] {
  return [...text.matchAll(address)].map((match) => match[0].replace(/[.,;:!?)\]}'"]+$/, ''));
}

/**
 * Weighted length after NFC: every address 23, every emoji sequence 2, code points of the Latin to Georgian range and
 * general punctuation 1, everything else 2.
 */
export function weightedLength(text: string): number {
  let rest = text.normalize('NFC');
  let length = 0;
  for (const found of addressesIn(rest)) {
    rest = rest.replace(found, '');
    length += urlWeight;
  }
  rest = rest.replace(emoji, () => {
    length += 2;
    return '';
  });
  for (const character of rest) {
    length += isLight(character.codePointAt(0) ?? 0) ? 1 : 2;
  }
  return length;
}

function isLight(point: number): boolean {
  return (
    point <= 0x10ff ||
    (point >= 0x2000 && point <= 0x200d) ||
    (point >= 0x2010 && point <= 0x201f) ||
    (point >= 0x2032 && point <= 0x2037)
  );
}
