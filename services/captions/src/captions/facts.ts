const NUMBER = String.raw`\p{Nd}[\p{Nd}.,]{0,12}`;
const CODE =
  'usd|eur|gbp|chf|jpy|cad|aud|nzd|cny|rmb|krw|inr|brl|mxn|clp|aed|sar|qar|kwd|bhd|omr|jod|egp|pln|czk|huf|dkk|nok';
/** What a sum is in, or a share of a hundred, behind its number: whole words of the languages that separate them. */
const UNIT = [
  ...[CODE, 'dollars?', 'dólar(?:es)?', 'euros?', 'pounds?', 'livres?', 'bucks', 'quid', 'cents?', 'pence'],
  ...['céntimos?', 'centavos?', 'centimes?', 'rappen', 'francs?', 'francos?', 'franken', 'soles', 'pesos?', 'reais'],
  ...['reales', 'rupees?', 'rupien', 'rupias', 'roupies', String.raw`rs\.?`, 'yens?', 'yuan', 'zł', 'zloty', 'kr'],
  ...['kronen', 'kroner', 'kronor', 'dirhams?', 'dinars?', 'dinares', 'riyals?', 'rials?', 'riales'],
  ...['percent', String.raw`per\scent`, 'prozent', String.raw`por\sciento`, String.raw`pour\scent`, 'pourcent'],
].join('|');
/** Of Japanese and Arabic, whose words go on behind it. */
const UNIT_WITHIN_WORDS = [
  ...['[円원割]', '元(?!気)', 'ドル(?!チェ)', 'ユーロ', 'パーセント'],
  ...['ريال', 'درهم', 'دراهم', 'جنيه', 'دينار', 'دنانير', 'دولار', 'يورو', 'ليرة'],
  ...[String.raw`[ردج]\.\s?[سإمكق](?!\p{L})`, String.raw`(?:ب|في\s)?الم(?:ا?ئ|ي)ة`],
].join('|');
const THOUSANDS = String.raw`(?:[百千万億]{1,2}|\s?(?:thousand|million|tausend|mille|mil|ألف|آلاف)(?!\p{L}))?`;
/** A sum of money or a share, with its number in the first or second group. */
const AMOUNT = new RegExp(
  [
    String.raw`(?:[\p{Sc}%]|(?<![\p{L}'’])(?:${CODE}|rs\.?|s/\.?|sfr\.?))\s?(${NUMBER})`,
    String.raw`(${NUMBER})${THOUSANDS}[-–—]{0,2}\s?(?:[\p{Sc}%]|(?:${UNIT})(?!\p{L})|${UNIT_WITHIN_WORDS})`,
  ].join('|'),
  'giu',
);
const SHARE = /%|p(?:er|our)\s?cent(?!\p{L})|prozent|ciento|割|パーセント|الم(?:ا?ئ|ي)ة/iu;
/** A discount without a figure. */
const HALF_PRICE =
  /(?<!\p{L})(?:half|1\/2|½)[\s-](?:the\s)?price(?!\p{L})|(?<!\p{L})halbe[nr]?\spreis|mitad\sdel?\sprecio|moitié[\s-]prix|半額|نصف\s(?:السعر|الثمن)/giu;

/** The names of each month. */
const MONTHS = [
  'jan(?:uary|uar|vier)?|jänner|enero|يناير|كانون الثاني|جانفي',
  'feb(?:ruary|ruar)?|février|febrero|فبراير|شباط|فيفري',
  'mar(?:ch|s|zo)|märz|مارس|آذار',
  'apr(?:il)?|avril|abril|[أاإ]بريل|نيسان|أفريل',
  'may|mai|mayo|مايو|أيار|ماي',
  'june?|juni|juin|junio|يوني[وه]|حزيران|جوان',
  'july?|juli|juillet|julio|يولي[وه]|تموز|جويلية',
  'aug(?:ust)?|août|agosto|[أا]غسطس|آب|أوت',
  'sep(?:t(?:ember)?)?|septembre|septiembre|setiembre|سبتمبر|أيلول',
  'oct(?:ober)?|oktober|octobre|octubre|[أا]كتوبر|تشرين الأول',
  'nov(?:ember)?|novembre|noviembre|نوفمبر|تشرين الثاني',
  'dec(?:ember)?|dezember|décembre|diciembre|ديسمبر|كانون الأول',
];
const MONTH = MONTHS.join('|');
const isMonth = MONTHS.map((names) => new RegExp(`(?<!\\p{L})(?:${names})(?!\\p{L})`, 'iu'));
const DAY_OF_MONTH = '(?:0?[1-9]|[12][0-9]|3[01])';
const MONTH_OF_YEAR = '(?:0?[1-9]|1[0-2])';
/** Around the clock, all week, a part of something, or as good as it gets. */
const NO_DAY = String.raw`(?!(?:24/7|24/24|7/7|1/[234]|2/3|3/4|[45]/5|9/10|10/10)(?![\d/]))`;
/** A day of the calendar; a weekday or a time of day is none. */
const DAY = new RegExp(
  [
    String.raw`\b\d{4}([-/.])\d{1,2}\1\d{1,2}(?!\d)`,
    String.raw`\b\d{1,2}([./])\d{1,2}\2(?:\d{2,4})?(?!\d)`,
    String.raw`(?<![\d/.,])${NO_DAY}(?:${DAY_OF_MONTH}/${MONTH_OF_YEAR}|${MONTH_OF_YEAR}/${DAY_OF_MONTH})(?![\d/])`,
    String.raw`\b\d{1,2}(?:(?:st|nd|rd|th|er|o)?[\s-]|\.\s?|)(?:(?:of|de|من)\s)?(?:${MONTH})(?!\p{L})`,
    String.raw`(?<!\p{L})(?:${MONTH})\.?\s(?:the\s)?\d{1,2}(?:st|nd|rd|th)?(?!\d)`,
    String.raw`\d{1,2}\s?[月월]\s?\d{1,2}\s?[日号일]`,
    '[一二三四五六七八九十]{1,3}月[一二三四五六七八九十]{1,3}日',
  ].join('|'),
  'giu',
);
/** Within a line: figures below a number are no part of it. */
const PHONE = /\+?\d(?:[\d().-]|[^\S\n]){6,20}\d/gu;
/** As many digits in a row of a number are a telephone's. */
const DIGITS_OF_A_PHONE = 7;

/** Something that a reader takes for a promise, the same in whatever spelling and language, and its place in the text. */
export interface Fact {
  readonly fact: string;
  readonly start: number;
  readonly end: number;
}

/** Sums, shares, days and telephone numbers. */
export function factsIn(written: string): Fact[] {
  const text = inCommonSigns(written);
  const amounts = found(text, AMOUNT, amountOf).filter(({ fact }) => fact !== '100%'); // of cotton, or of our love
  const halves = found(text, HALF_PRICE, () => '50%');
  const phones = found(text, PHONE, ([phone]) => phone.replaceAll(/\D/gu, ''));
  const ofPhones = phones.filter(({ fact }) => fact.length >= DIGITS_OF_A_PHONE);
  return [...amounts, ...halves, ...found(text, DAY, dayOf), ...ofPhones];
}

/** The whole numbers of a text in European digits, without zeros before them. */
export function numbersIn(text: string): string[] {
  return (inCommonSigns(text).match(/\d+/gu) ?? []).map((digits) => digits.replace(/^0+(?=\d)/u, ''));
}

/** With `%`, `¥` and European digits for their wide, small and Arabic forms. Every place in the text stays where it is. */
function inCommonSigns(text: string): string {
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
    .replaceAll(/[.,](?=\d{3}(?!\d))/gu, '') // between thousands
    .replaceAll(',', '.')
    .replace(/\.00$/u, '');
  const tenths = whole.includes('割') ? '0' : '';
  return SHARE.test(whole) ? `${number}${tenths}%` : number;
}

/** Month and day in figures, the smaller first, for `12/5` is either; and the year, where figures name one. */
function dayOf([day]: RegExpExecArray): string {
  const numbers = numbersIn(day).map(Number);
  const month = isMonth.findIndex((names) => names.test(day)) + 1;
  return numbers.length === 0 ? day : [...numbers, ...(month > 0 ? [month] : [])].toSorted((a, b) => a - b).join(' ');
}
