import { anyOf, found, isBeside } from './fact.ts';
import type { Fact } from './fact.ts';

// Every table has words of one language, or parts of them, as parts of a pattern. Patterns ignore case.

const CODES =
  'usd|eur|gbp|chf|jpy|cad|aud|nzd|cny|rmb|krw|inr|brl|mxn|clp|aed|sar|qar|kwd|bhd|omr|jod|egp|pln|czk|huf|dkk|nok';
/** Currencies behind a number, as whole words. */
const CURRENCIES = {
  all: CODES,
  English: String.raw`dollars?|euros?|pounds?|bucks|quid|cents?|pence|rupees?|rs\.?|yens?|yuan|zloty|dirhams?|dinars?|riyals?|rials?`,
  German: 'rappen|franken|rupien|kronen',
  Spanish: 'dólar(?:es)?|céntimos?|centavos?|francos?|soles|pesos?|reales|rupias|dinares|riales',
  French: 'livres?|centimes?|francs?|roupies',
  other: 'reais|zł|kr|kroner|kronor',
};
/** Of languages whose words may go on behind a currency. */
const CURRENCIES_WITHIN_WORDS = {
  Japanese: '[円원]|元(?!気)|ドル(?!チェ)|ユーロ',
  Arabic: String.raw`ريال|درهم|دراهم|جنيه|دينار|دنانير|دولار|يورو|ليرة|[ردج]\.\s?[سإمكق](?!\p{L})`,
};
/** A share of a hundred behind its number, as whole words. */
const PERCENT = {
  English: String.raw`per\s?cent`,
  German: 'prozent',
  Spanish: String.raw`por\sciento`,
  French: String.raw`pour\s?cent`,
};
/** `割` is a tenth. */
const PERCENT_WITHIN_WORDS = { Japanese: '割|パーセント', Arabic: String.raw`(?:ب|في\s)?الم(?:ا?ئ|ي)ة` };
const DISCOUNTS = {
  English: String.raw`(?<!\p{L})(?:off|sale)(?!\p{L})|discount|reduction`,
  German: 'rabatt|nachlass|ermäßig|reduziert',
  Spanish: String.raw`(?<!\p{L})dto(?!\p{L})|descuento|rebaja`,
  French: 'remise|rabais|réduction',
  Japanese: '引(?!っ)|オフ(?!ィ)',
  Arabic: 'خصم|تخفيض|تنزيل',
};
/** A discount without a figure. */
const HALF_PRICES = {
  English: String.raw`(?<!\p{L})(?:half|1/2|½)[\s-](?:the\s)?price(?!\p{L})`,
  German: String.raw`(?<!\p{L})halbe[nr]?\spreis`,
  Spanish: String.raw`mitad\sdel?\sprecio`,
  French: String.raw`moitié[\s-]prix`,
  Japanese: '半額',
  Arabic: String.raw`نصف\s(?:السعر|الثمن)`,
};

const NUMBER = String.raw`\p{Nd}[\p{Nd}.,]{0,12}`;
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
/** A sum of money or a share: its sign is before its number, or behind it. */
const AMOUNT = new RegExp(
  [
    String.raw`(?:[\p{Sc}%]|(?<![\p{L}'’])(?:${CODES}|rs\.?|s/\.?|sfr\.?))\s?${NUMBER}${TIMES}`,
    String.raw`(?:\p{Nd}{1,4}万)?${NUMBER}${TIMES}[-–—]{0,2}\s?(?:[\p{Sc}%]|(?:${anyOf(CURRENCIES, PERCENT)})(?!\p{L})|${anyOf(CURRENCIES_WITHIN_WORDS, PERCENT_WITHIN_WORDS)})`,
  ].join('|'),
  'giu',
);
/** A number of an amount and what it is multiplied by: `1万5千円` has two. */
const PART_OF_AMOUNT = new RegExp(`(${NUMBER})(${TIMES})`, 'giu');
/** What an amount has that is a share. */
const SHARE = new RegExp(`%|${anyOf(PERCENT, PERCENT_WITHIN_WORDS)}`, 'iu');

/** Within a few words of the same sentence. */
const CLOSE = String.raw`[^\d.,;!?。！？\n]{0,12}`;
const AFTER_DISCOUNT = new RegExp(`(?:${anyOf(DISCOUNTS)})${CLOSE}$`, 'iu');
const BEFORE_DISCOUNT = new RegExp(`^${CLOSE}(?:${anyOf(DISCOUNTS)})`, 'iu');
const HALF_PRICE = new RegExp(anyOf(HALF_PRICES), 'giu');
/** How `half price` is read in every language, and 50 % off. */
const HALF = 'half price';

/** Sums of money, shares and discounts of a text in common signs. */
export function amountsIn(text: string): readonly Fact[] {
  const amounts = found(text, AMOUNT, amountOf).filter(({ readings }) => !readings.includes('100%')); // of cotton, or of our love
  return [...amounts, ...found(text, HALF_PRICE, () => [HALF])];
}

/** The sum without its currency, or the share; half off is half the price, too. */
function amountOf({ 0: whole, index, input }: RegExpExecArray): readonly string[] {
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
