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
const THOUSAND = 'thousand|tausend|mil(?:le)?|ألف|آلاف';
/** What a number is multiplied by; a mille-feuille is one. */
const TIMES = String.raw`(?:[百千万億]{1,2}|k(?![\p{L}-])|\s?(?:million|${THOUSAND})(?!\p{L}|[\s-]feuille))?`;
const MULTIPLIERS: readonly (readonly [sign: RegExp, by: number])[] = [
  [/百/u, 100],
  [new RegExp(`千|k|(?:${THOUSAND})(?!l)`, 'iu'), 1_000],
  [/万/u, 10_000],
  [/million/iu, 1_000_000],
  [/億/u, 100_000_000],
];
/** A sum of money or a share. */
const AMOUNT = new RegExp(
  [
    String.raw`(?:[\p{Sc}%]|(?<![\p{L}'’])(?:${CODE}|rs\.?|s/\.?|sfr\.?))\s?${NUMBER}${TIMES}`,
    String.raw`(?:\p{Nd}{1,4}万)?${NUMBER}${TIMES}[-–—]{0,2}\s?(?:[\p{Sc}%]|(?:${UNIT})(?!\p{L})|${UNIT_WITHIN_WORDS})`,
  ].join('|'),
  'giu',
);
/** A number of it and what it is multiplied by: `1万5千円` has two. */
const PART_OF_AMOUNT = new RegExp(`(${NUMBER})(${TIMES})`, 'giu');
const SHARE = /%|p(?:er|our)\s?cent(?!\p{L})|prozent|ciento|割|パーセント|الم(?:ا?ئ|ي)ة/iu;
/** Beside them a share is a discount. */
const DISCOUNT = [
  ...[String.raw`(?<!\p{L})(?:off|sale|dto)(?!\p{L})`, 'discount', 'r[eé]duction', 'rabatt', 'nachlass', 'ermäßig'],
  ...['reduziert', 'descuento', 'rebaja', 'remise', 'rabais', '引(?!っ)', 'オフ(?!ィ)', 'خصم', 'تخفيض', 'تنزيل'],
].join('|');
/** Within a few words of the same sentence. */
const CLOSE = String.raw`[^\d.,;!?。！？\n]{0,12}`;
const AFTER_DISCOUNT = new RegExp(`(?:${DISCOUNT})${CLOSE}$`, 'iu');
const BEFORE_DISCOUNT = new RegExp(`^${CLOSE}(?:${DISCOUNT})`, 'iu');
const HALF = 'half price';
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
/** Day and month, or a part of something: an eighth, four-four time, three out of ten. */
const DAY_OR_PART = new RegExp(`^${MONTH_OF_YEAR}/${MONTH_OF_YEAR}$`, 'u');
const WEEKDAY = [
  ...['(?:mon|tues|wednes|thurs|fri|satur|sun)day', '(?:mon|diens|donners|frei|sams|sonn)tag', 'mittwoch', 'sonnabend'],
  ...['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'],
  ...['(?:lun|mar|mercre|jeu|vendre|same)di', 'dimanche', 'ال(?:[أا]حد|[إا]ثنين|ثلاثاء|[أا]ربعاء|خميس|جمعة|سبت)'],
].join('|');
/** Words that come before a day. */
const TIME = [
  ...[WEEKDAY, String.raw`(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\.?`, 'until', "'?till?", 'before', 'after', 'by'],
  ...['on', 'from', 'since', 'through', 'thru', 'starting', 'starts', 'ends', 'today', 'tomorrow', 'tonight', 'date'],
  ...['bis', 'am', 'vom', 'ab', 'seit', 'vor', 'zum', 'den', 'heute', 'morgen', 'datum'],
  ...['hasta', 'antes', 'desde', 'el', 'al', 'del', 'día', 'hoy', 'mañana', 'fecha'],
  ...['avant', 'dès', 'depuis', 'le', 'du', 'au', "aujourd[’']hui", 'demain'],
  ...['حتى', 'ل?غاية', 'قبل', 'بعد', 'منذ', 'من', 'في', 'يوم', 'اليوم', 'غد[اً]{0,2}', 'ب?تاريخ'],
].join('|');
const AFTER_TIME = new RegExp(
  String.raw`(?:(?<!\p{L})(?:${TIME})[,:]?\s?|[\u{1f4c5}\u{1f4c6}\u{1f5d3}]\ufe0f?\s?)$`,
  'iu',
);
const BEFORE_TIME = new RegExp(
  String.raw`^(?:\s?(?:まで|から|迄|限定|開催|\([月火水木金土日])|,?\s?\(?(?:${WEEKDAY})(?!\p{L}))`,
  'iu',
);
/** As many signs on either side of a fact say what it is. */
const BESIDE = 24;
/** Within a line: figures below a number are no part of it. */
const PHONE = /\+?\d(?:[\d().-]|[^\S\n]){6,20}\d/gu;
/** As many digits in a row of a number are a telephone's. */
const DIGITS_OF_A_PHONE = 7;

/** Something that a reader takes for a promise, and its place in the text. */
export interface Fact {
  /** What it may say, the same in whatever spelling and language: `12/5` is one of two days. */
  readonly readings: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** Sums, shares, days and telephone numbers. */
export function factsIn(written: string): Fact[] {
  const text = inCommonSigns(written);
  return allIn(text).filter((one) => !isPart(text, one));
}

/** All that facts may say which a person has told; `5/8` may be a day or a part of something, and both are known then. */
export function toldIn(written: string): ReadonlySet<string> {
  return new Set(allIn(inCommonSigns(written)).flatMap(({ readings }) => readings));
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

function allIn(text: string): Fact[] {
  const sums = found(text, AMOUNT, amountOf);
  const amounts = sums.filter(({ readings }) => !readings.includes('100%')); // of cotton, or of our love
  const halves = found(text, HALF_PRICE, () => [HALF]);
  const phones = found(text, PHONE, ([phone]) => [phone.replaceAll(/\D/gu, '')]);
  const ofPhones = phones.filter(({ readings: [digits = ''] }) => digits.length >= DIGITS_OF_A_PHONE);
  return [...amounts, ...halves, ...found(text, DAY, dayOf), ...ofPhones];
}

function found(text: string, pattern: RegExp, readingsOf: (match: RegExpExecArray) => readonly string[]): Fact[] {
  return Array.from(text.matchAll(pattern), (match) => ({
    readings: readingsOf(match),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Figures that are a day only where a word of time stands beside them, and none does. */
function isPart(text: string, { start, end }: Pick<Fact, 'start' | 'end'>): boolean {
  return DAY_OR_PART.test(text.slice(start, end)) && !isBeside(text, { start, end }, AFTER_TIME, BEFORE_TIME);
}

function isBeside(text: string, { start, end }: Pick<Fact, 'start' | 'end'>, before: RegExp, after: RegExp): boolean {
  return before.test(text.slice(Math.max(0, start - BESIDE), start)) || after.test(text.slice(end, end + BESIDE));
}

/** The sum without its currency, or the share; half off is half the price, too. */
function amountOf({ 0: whole, index, input }: RegExpExecArray): string[] {
  const sum = Array.from(whole.matchAll(PART_OF_AMOUNT), ([, number = '', times = '']) =>
    MULTIPLIERS.reduce((product, [sign, by]) => (sign.test(times) ? product * by : product), valueOf(number)),
  ).reduce((one, other) => one + other, 0);
  const amount = Number.isNaN(sum) ? whole : String(Number((sum * (whole.includes('割') ? 10 : 1)).toPrecision(15)));
  if (!SHARE.test(whole)) {
    return [amount];
  }
  const place = { start: index, end: index + whole.length };
  const isHalfOff = amount === '50' && isBeside(input, place, AFTER_DISCOUNT, BEFORE_DISCOUNT);
  return [`${amount}%`, ...(isHalfOff ? [HALF] : [])];
}

function valueOf(number: string): number {
  return Number(
    number
      .replace(/[.,]+$/u, '')
      .replaceAll(/[.,](?=\d{3}(?!\d))/gu, '') // between thousands
      .replaceAll(',', '.'),
  );
}

/** Month and day in figures, and the year where figures name one; both days that it may be where only figures stand side by side. */
function dayOf([day]: RegExpExecArray): string[] {
  const numbers = numbersIn(day);
  if (numbers.length === 0) {
    return [day];
  }
  const month = isMonth.findIndex((names) => names.test(day)) + 1;
  if (month > 0) {
    return [[month, ...numbers].join(' ')];
  }
  const [first, second, ...year] = /^\d{4}/u.test(day) ? [...numbers.slice(1), ...numbers.slice(0, 1)] : numbers;
  const monthFirst = [first, second, ...year].join(' ');
  return /^\d{4}|[月월]/u.test(day) ? [monthFirst] : [monthFirst, [second, first, ...year].join(' ')];
}
