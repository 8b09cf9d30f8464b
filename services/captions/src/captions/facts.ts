/** A sum of money or a share, with its number in the first or second group. */
const AMOUNT =
  /(?:[$€£¥₹₩₽]|\b(?:usd|eur|gbp|chf|jpy)\b)\s?(\p{Nd}[\p{Nd}.,]{0,12})|(\p{Nd}[\p{Nd}.,]{0,12})\s?(?:[$€£¥₹₩₽%٪円]|(?:usd|eur|gbp|chf|jpy|dollars?|euros?|pounds?|bucks|cents?|percent|prozent|pesos?|dólares|livres?)\b)/giu;
const MONTH =
  'jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|février|enero|febrero|mar(?:ch|s|zo)|märz|apr(?:il)?|avril|abril|may|mai|mayo|june?|juni|juin|junio|july?|juli|juillet|julio|aug(?:ust)?|août|agosto|sep(?:t(?:ember)?)?|septembre|septiembre|oct(?:ober)?|oktober|octobre|octubre|nov(?:ember)?|novembre|noviembre|dec(?:ember)?|dezember|décembre|diciembre';
/** A day of the calendar; a weekday or a time of day is none. */
const DAY = new RegExp(
  [
    String.raw`\b\d{4}-\d{1,2}-\d{1,2}\b`,
    String.raw`\b\d{1,2}([./])\d{1,2}\1(?:\d{2,4})?(?!\d)`,
    String.raw`\b\d{1,2}(?:st|nd|rd|th|\.|er)?\s(?:of\s|de\s)?(?:${MONTH})(?!\p{L})`,
    String.raw`(?<!\p{L})(?:${MONTH})\s\d{1,2}(?:st|nd|rd|th)?(?!\d)`,
    String.raw`\d{1,2}月\d{1,2}日`,
  ].join('|'),
  'giu',
);
/** Within a line: figures below a number are no part of it. */
const PHONE = /\+?\d(?:[\d().-]|[^\S\n]){6,20}\d/gu;
/** As many digits in a row of a number are a telephone's. */
const DIGITS_OF_A_PHONE = 7;

/** Something that a reader takes for a promise, in one spelling, and its place in the text. */
export interface Fact {
  readonly fact: string;
  readonly start: number;
  readonly end: number;
}

/** Sums, shares, days and telephone numbers. */
export function factsIn(text: string): Fact[] {
  const amounts = found(text, AMOUNT, amountOf).filter(({ fact }) => fact !== '100%'); // of cotton, or of our love
  const phones = found(text, PHONE, ([phone]) => phone.replaceAll(/\D/gu, ''));
  return [...amounts, ...found(text, DAY, dayOf), ...phones.filter(({ fact }) => fact.length >= DIGITS_OF_A_PHONE)];
}

/** The whole numbers of a text in European digits, without zeros before them. */
export function numbersIn(text: string): string[] {
  const european = text
    .normalize('NFKC')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/gu, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
  return (european.match(/\d+/gu) ?? []).map((digits) => digits.replace(/^0+(?=\d)/u, ''));
}

function found(text: string, pattern: RegExp, spelled: (match: RegExpExecArray) => string): Fact[] {
  return Array.from(text.matchAll(pattern), (match) => ({
    fact: spelled(match),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function amountOf([whole, before, after]: RegExpExecArray): string {
  const number = (before ?? after ?? '')
    .replace(/[.,]+$/u, '')
    .replaceAll(',', '.')
    .replace(/\.00$/u, '');
  return /[%٪]|percent|prozent/iu.test(whole) ? `${number}%` : number;
}

function dayOf([day]: RegExpExecArray): string {
  return day
    .toLowerCase()
    .replaceAll(/[\s.]+/gu, ' ')
    .trim();
}
