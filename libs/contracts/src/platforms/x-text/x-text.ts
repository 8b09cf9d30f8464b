import { EMOJI, TOP_LEVEL_DOMAINS } from './data.ts';
import { asciiLabelLength } from './punycode.ts';

/**
 * How X reads a text: its addresses, cashtags and weighted length, by the rules of twitter-text 3.1. Works in UTF-16 units, as that library
 * does. Every position is tried once and no further than the longest domain, so the time is linear in the length of the text.
 */

const URL_WEIGHT = 23;
const OTHER_WEIGHT = 2;
const LIGHT_RANGES = [
  [0x0000, 0x10ff],
  [0x2000, 0x200d],
  [0x2010, 0x201f],
  [0x2032, 0x2037],
] as const;
/** With its scheme, counted as X counts it: the scheme twice. */
const LONGEST_URL = 4_096;
const LONGEST_LABEL = 63;
const LONGEST_SLUG = 40;
/** A name has at most 253 characters; some more are read, so that one that is too long counts as such. */
const LONGEST_DOMAIN = 320;
const DEFAULT_SCHEME = 'https://';

const PUNCTUATION = String.raw`!'#%&'()*+,\\\-./:;<=>?@\[\]^_{|}~$`;
const SPACES = String.raw`\t-\r \x85\xA0\u1680\u180E\u2000-\u200A\u2028\u2029\u202F\u205F\u3000`;
const INVALID = String.raw`\uFFFE\uFEFF\uFFFF`;
const DIRECTIONS = String.raw`\u202A-\u202E\u061C\u200E\u200F\u2066-\u2069`;
const ACCENTS = String.raw`\xC0-\xD6\xD8-\xF6\xF8-\xFF\u0100-\u024F\u0253\u0254\u0256\u0257\u0259\u025B\u0263\u0268\u026F\u0272\u0289\u028B\u02BB\u0300-\u036F\u1E00-\u1EFF`;
const CYRILLIC = String.raw`\u0400-\u04FF`;

const ENDING = `(?:(?:${TOP_LEVEL_DOMAINS})(?=[^0-9a-zA-Z@+-]|$)|xn--[-0-9a-z]+)`;
const LETTER = `[^${PUNCTUATION}${SPACES}${INVALID}${DIRECTIONS}]`;
const SUBDOMAIN = `(?:(?:${LETTER}(?:[_-]|${LETTER})*)?${LETTER}\\.)`;
const NAME = `(?:(?:${LETTER}(?:-|${LETTER})*)?${LETTER}\\.)`;
const PATH_LETTER = String.raw`[a-z${CYRILLIC}0-9!*';:=+,.$/%#\[\]\-\u2013_~@|&${ACCENTS}]`;
const PARENTHESES = `\\((?:${PATH_LETTER}+|(?:${PATH_LETTER}*\\(${PATH_LETTER}+\\)${PATH_LETTER}*))\\)`;
const PATH_END = String.raw`[+\-a-z${CYRILLIC}0-9=_#/${ACCENTS}]|(?:${PARENTHESES})`;
const PATH = `(?:(?:${PATH_LETTER}*(?:${PARENTHESES}${PATH_LETTER}*)*${PATH_END})|(?:@${PATH_LETTER}+/))`;
const QUERY = String.raw`\?[a-z0-9!?*'@();:&=+$/%#\[\]\-_.,~|]*[a-z0-9\-_&=#/]`;

const dotBeforeEnding = new RegExp(`\\.${ENDING}`, 'gi');
const inName = new RegExp(`${LETTER}|[._-]`);
const nameRun = new RegExp(`(?:${LETTER}|[._-])+`, 'y');
const precedes = new RegExp(`[^A-Za-z0-9@\uFF20$#\uFF03${INVALID}]|[${DIRECTIONS}]`, 'i');
const precedesNoBareName = /[-_./]/;
const beginning = new RegExp(`(https?://)?(${SUBDOMAIN}*${NAME}${ENDING})`, 'iy');
const rest = new RegExp(`(?::[0-9]+)?(/${PATH}*)?(?:${QUERY})?`, 'iy');
const asciiName = new RegExp(`(?:[-a-z0-9${ACCENTS}]+\\.)+${ENDING}`, 'gi');
const shortened = new RegExp(`^https?://t\\.co/([a-z0-9]+)(?:${QUERY})?`, 'i');
const cashtag = new RegExp(`(^|[${SPACES}])\\$([a-z]{1,6}(?:[._][a-z]{1,2})?)(?=$|\\s|[${PUNCTUATION}])`, 'gi');
const emoji = new RegExp(EMOJI, 'g');

interface Span {
  readonly from: number;
  readonly length: number;
}

/** Addresses that X links and shortens, in the order of the text. */
export function addressesOnX(text: string): string[] {
  return addressSpans(text).map(({ from, length }) => text.slice(from, from + length));
}

/** Stock symbols in the order of the text, without `$`. */
export function cashtagsOf(text: string): string[] {
  return [...text.matchAll(cashtag)].map((match) => match[2] ?? '');
}

/** At most `limit` cashtags, the first ones; the others stay as plain words. */
export function fewerCashtags(text: string, limit: number): string {
  let seen = 0;
  return text.replace(cashtag, (tag, before: string, symbol: string) => {
    seen += 1;
    return seen <= limit ? tag : before + symbol;
  });
}

/** Length as X counts it, after NFC: an address 23, an emoji sequence 2, Latin to Georgian and common punctuation 1, all else 2. */
export function weightedLength(text: string): number {
  const normal = text.normalize('NFC');
  const addresses = new Map(addressSpans(normal).map(({ from, length }) => [from, length]));
  const emojis = new Map(Array.from(normal.matchAll(emoji), (match) => [match.index, match[0].length]));
  let weight = 0;
  for (let at = 0; at < normal.length;) {
    const address = addresses.get(at);
    const picture = emojis.get(at);
    if (address !== undefined) {
      weight += URL_WEIGHT;
      at += address;
    } else if (picture !== undefined) {
      weight += OTHER_WEIGHT;
      at += picture;
    } else {
      const point = normal.codePointAt(at) ?? 0;
      weight += LIGHT_RANGES.some(([from, to]) => point >= from && point <= to) ? 1 : OTHER_WEIGHT;
      at += point > 0xffff ? 2 : 1;
    }
  }
  return weight;
}

function addressSpans(text: string): Span[] {
  const spans: Span[] = [];
  let next = 0;
  dotBeforeEnding.lastIndex = 0;
  // Without a dot before a known ending there is no address, so only the positions shortly before one are tried.
  for (let dot = dotBeforeEnding.exec(text); dot !== null; dot = dotBeforeEnding.exec(text)) {
    const name = nameAround(text, dot.index, next);
    next = Math.max(next, name.from - DEFAULT_SCHEME.length);
    if (name.to - name.from > LONGEST_DOMAIN) {
      // Too long to be a name: skipped, with the path that it would have had.
      next = Math.max(next, name.to + tailAt(text, name.to).tail.length + 1);
    }
    while (next < dot.index) {
      // A first character that may precede an address is taken for that before it is taken for the beginning.
      const end = next === 0 ? (addressAt(text, 1, spans) ?? addressAt(text, 0, spans)) : addressAt(text, next, spans);
      // The character after an address is, at the earliest, the one that precedes another.
      next = end === null ? next + 1 : end + 1;
    }
    dotBeforeEnding.lastIndex = Math.max(dot.index + 1, next - 1);
  }
  return spans;
}

/** The unbroken run of a name's characters around a dot, as far as it is not read yet and as far back as it matters. */
function nameAround(text: string, dot: number, read: number): { from: number; to: number } {
  let from = dot;
  while (from > read && dot - from <= LONGEST_DOMAIN && inName.test(text.charAt(from - 1))) {
    from -= 1;
  }
  nameRun.lastIndex = dot;
  nameRun.exec(text);
  return { from, to: nameRun.lastIndex };
}

/** Where an address that begins here ends, or what looks like one and is not; null: nothing begins here. */
function addressAt(text: string, from: number, spans: Span[]): number | null {
  const before = from === 0 ? '' : text.charAt(from - 1);
  if (before !== '' && !precedes.test(before)) {
    return null;
  }
  beginning.lastIndex = 0;
  const found = beginning.exec(text.slice(from, from + DEFAULT_SCHEME.length + LONGEST_DOMAIN));
  if (found === null) {
    return null;
  }
  const [head, scheme, domain = ''] = found;
  const { tail, path } = tailAt(text, from + head.length);
  const url = head + tail;
  const end = from + url.length;
  if (!isValid(url, scheme ?? DEFAULT_SCHEME, domain)) {
    return end;
  }
  if (scheme === undefined) {
    if (!precedesNoBareName.test(before)) {
      spans.push(...bareNames(from, url, domain, path !== undefined));
    }
    return end;
  }
  const short = shortened.exec(url);
  if (short === null) {
    spans.push({ from, length: url.length });
  } else if ((short[1] ?? '').length <= LONGEST_SLUG) {
    spans.push({ from, length: short[0].length });
  }
  return end;
}

/** Port, path and query as far as they are present. */
function tailAt(text: string, at: number): { tail: string; path: string | undefined } {
  rest.lastIndex = at;
  const [tail = '', path] = rest.exec(text) ?? [];
  return { tail, path };
}

/** Without a scheme only names in ASCII count; a path belongs to the last of them, a query alone to none. */
function bareNames(from: number, url: string, domain: string, hasPath: boolean): Span[] {
  const names = Array.from(domain.matchAll(asciiName), (match) => ({
    from: from + match.index,
    length: match[0].length,
  }));
  const last = names.at(-1);
  return last === undefined || !hasPath
    ? names
    : [...names.slice(0, -1), { from: last.from, length: url.length - domain.length + last.length }];
}

function isValid(url: string, scheme: string, domain: string): boolean {
  if (scheme.length + url.length > LONGEST_URL) {
    return false;
  }
  if (domain.startsWith('xn--') && domain.search(asciiName) === -1) {
    return false;
  }
  return domain.split('.').every((label) => labelLength(label) <= LONGEST_LABEL);
}

/** The ideographic and full-width full stops end a label too. */
function labelLength(label: string): number {
  const parts = label.split(/[\u3002\uFF0E\uFF61]/);
  return parts.reduce((sum, part) => sum + asciiLabelLength(part), parts.length - 1);
}
