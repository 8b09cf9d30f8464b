import { linksOf, MENTION } from '@postloom/contracts';

/** What a name in an address is made of, as a part of a class. */
const NAME = String.raw`a-z0-9_+%\u00c0-\u024f\u0400-\u04ff-`;
/** Where an address begins, and the dot or `@` in the midst of one, which begins with the name before it. */
const BEGINNING = new RegExp(
  [
    // me@evil.de
    String.raw`(?<=[${NAME}])@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}`,
    // https://evil.de, hxxp:\\evil.de, ftp://evil.de
    String.raw`(?:https?|hxxps?):[/\\]{1,4}`,
    String.raw`[a-z][a-z0-9+.-]{1,15}:\/\/`,
    String.raw`(?:javascript|vbscript|data|mailto):(?=\S)`,
    String.raw`www\.`,
    // evil.com
    String.raw`\.(?:com|net|org|io|example|info|biz|shop|app|dev)(?![a-z0-9-])`,
  ].join('|'),
  'giu',
);
const HOST_CHARACTER = new RegExp(`[.@${NAME}]`, 'iu');
/** Ends an address that has no space behind it: a bracket, or Japanese. */
const AFTER_ADDRESS = /[<>"')\]\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\u3000-\u303f\uff00-\uffef]/gu;
const DOT = 'dot|punkt|punto|point|ドット|نقطة|دوت';
/**
 * An address that is spelled so that no program takes it for one, and every reader does. In brackets before any top-level domain, which is
 * then the only group; without them before the most common ones.
 */
const SPELLED = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}-])[\p{L}\p{N}-]{1,63}(?:`,
    [
      // evil[.]de, evil (dot) de
      String.raw`\s?(?:\[\.\]|\(\.\)|\{\.\}|[[({（]\s?(?:${DOT})\s?[\])}）])\s?([a-z]{2,24})`,
      // evil dot com, evil punto com, evilドットcom
      String.raw`\s?\bdot\s(?:com|net|org)`,
      String.raw`\s(?:punkt|punto|point|نقطة|دوت)\scom`,
      String.raw`\s?ドット\s?com`,
    ].join('|'),
    String.raw`)(?![\p{L}\p{N}])(?:\/\S{0,200})?`,
  ].join(''),
  'giu',
);
/** `[text](address)` of Markdown. */
const MARKDOWN_LINK = /\[([^\][\n]{0,200})\]\([^()\s]{0,500}\)/gu;

/** The addresses and accounts in what the owner wrote about the business. */
export interface OwnAddresses {
  readonly addresses: ReadonlySet<string>;
  readonly mentions: ReadonlySet<string>;
}

export function ownAddresses(profileText: string): OwnAddresses {
  const found = profileText.match(/\S+/gu)?.flatMap(addressesIn) ?? [];
  const names = [...found, ...linksOf(profileText)].map(nameOf);
  // The site itself belongs to whoever names one of its pages; its other pages are not known.
  return {
    addresses: new Set(names.flatMap((name) => [name, name.split('/')[0] ?? name])),
    mentions: new Set(Array.from(profileText.matchAll(MENTION), ([mention]) => mention.toLowerCase())),
  };
}

/** The text without the addresses and mentions that are not the owner's. Linear in its length. */
export function withoutForeignAddresses(text: string, own: OwnAddresses): string {
  const unlinked = text.replaceAll(MARKDOWN_LINK, '$1').replaceAll(SPELLED, withoutSpelled);
  const words = unlinked.replaceAll(/\S+/gu, (word) => withoutAddresses(word, own));
  return withoutLinks(words, own).replaceAll(MENTION, (mention) =>
    own.mentions.has(mention.toLowerCase()) ? mention : '',
  );
}

/** Nothing, unless it ends in no top-level domain: `Dorothy (Dot) Miller` is nobody's address. */
function withoutSpelled(spelled: string, ending: string = 'com'): string {
  return linksOf(`https://a.${ending}`).length > 0 ? '' : spelled;
}

/** Addresses as X finds them, which knows every top-level domain. */
export function foreignLinks(text: string, own: OwnAddresses): string[] {
  return linksOf(text).filter((address) => !own.addresses.has(nameOf(address)));
}

function withoutLinks(text: string, own: OwnAddresses): string {
  let kept = '';
  let position = 0;
  for (const address of foreignLinks(text, own)) {
    const start = text.indexOf(address, position);
    if (start >= position) {
      kept += text.slice(position, start);
      position = start + address.length;
    }
  }
  return kept + text.slice(position);
}

function withoutAddresses(word: string, own: OwnAddresses): string {
  let kept = '';
  let position = 0;
  for (const { start, end, address } of spansIn(word)) {
    kept += word.slice(position, own.addresses.has(nameOf(address)) ? end : start);
    position = end;
  }
  return kept + word.slice(position);
}

function addressesIn(word: string): string[] {
  return spansIn(word).map(({ address }) => address);
}

interface Span {
  readonly start: number;
  readonly end: number;
  /** Without the punctuation that ends a sentence behind it. */
  readonly address: string;
}

function spansIn(word: string): Span[] {
  const spans: Span[] = [];
  let position = 0;
  for (const beginning of word.matchAll(BEGINNING)) {
    let start = beginning.index;
    if (start < position) {
      continue; // inside the previous address
    }
    while (/^[.@]/u.test(beginning[0]) && start > position && HOST_CHARACTER.test(word[start - 1] ?? '')) {
      start -= 1;
    }
    AFTER_ADDRESS.lastIndex = start;
    const end = AFTER_ADDRESS.exec(word)?.index ?? word.length;
    spans.push({ start, end, address: word.slice(start, end).replace(/[.,;:!?]{1,3}$/u, '') });
    position = end;
  }
  return spans;
}

/** How an address is compared: without scheme, `www.`, case and the last slash. */
function nameOf(address: string): string {
  return address
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]{0,15}:[/\\]{0,4}/u, '')
    .replace(/^www\./u, '')
    .replace(/[/.,;:!?]{1,3}$/u, '');
}
