import { anyOf, found, isBeside, numbersIn } from './fact.ts';
import type { Fact } from './fact.ts';

// Every table has words of one language, or parts of them, as parts of a pattern. Patterns ignore case.

/** The names of each month in all languages. */
const MONTHS = [
  'jan(?:uary|uar|v(?:ier)?)?|jänner|ene(?:ro)?|يناير|كانون الثاني|جانفي',
  'feb(?:ruary|ruar)?|févr(?:ier)?|febrero|فبراير|شباط|فيفري',
  'mar(?:ch|s|zo)?|märz?|مارس|آذار',
  'apr(?:il)?|avr(?:il)?|abr(?:il)?|[أاإ]بريل|نيسان|أفريل',
  'may|mai|mayo|مايو|أيار|ماي',
  'june?|juni|juin|junio|يوني[وه]|حزيران|جوان',
  'july?|juli|juil(?:let)?|julio|يولي[وه]|تموز|جويلية',
  'aug(?:ust)?|août|agosto|[أا]غسطس|آب|أوت',
  'sep(?:t(?:ember)?)?|septembre|septiembre|setiembre|سبتمبر|أيلول',
  'oct(?:ober)?|okt(?:ober)?|octobre|octubre|[أا]كتوبر|تشرين الأول',
  'nov(?:ember)?|novembre|noviembre|نوفمبر|تشرين الثاني',
  'dec(?:ember)?|dez(?:ember)?|déc(?:embre)?|dic(?:iembre)?|ديسمبر|كانون الأول',
];
const WEEKDAYS = {
  English: '(?:mon|tues|wednes|thurs|fri|satur|sun)day',
  German: '(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend',
  Spanish: 'lunes|martes|miércoles|jueves|viernes|sábado|domingo',
  French: '(?:lun|mar|mercre|jeu|vendre|same)di|dimanche',
  Arabic: 'ال(?:[أا]حد|[إا]ثنين|ثلاثاء|[أا]ربعاء|خميس|جمعة|سبت)',
};
/** Words before a day, beside those for weekdays. */
const BEFORE_A_DAY = {
  English: [
    String.raw`(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\.?`,
    "until|'?till?|before|after|by|on|from|since|through|thru|starting|starts|ends|today|tomorrow|tonight|date",
  ].join('|'),
  German: 'bis|am|vom|ab|seit|vor|zum|den|heute|morgen|datum',
  Spanish: 'hasta|antes|desde|el|al|del|día|hoy|mañana|fecha',
  French: "avant|dès|depuis|le|du|au|aujourd[’']hui|demain",
  Arabic: 'حتى|ل?غاية|قبل|بعد|منذ|من|في|يوم|اليوم|غد[اً]{0,2}|ب?تاريخ',
};
/** What is written behind a day without a space, beside weekdays. */
const BEHIND_A_DAY = { Japanese: String.raw`まで|から|迄|限定|開催|\([月火水木金土日]` };

const MONTH = MONTHS.join('|');
const isMonth = MONTHS.map((names) => new RegExp(`(?<!\\p{L})(?:${names})(?!\\p{L})`, 'iu'));
const DAY_OF_MONTH = '(?:0?[1-9]|[12][0-9]|3[01])';
const MONTH_OF_YEAR = '(?:0?[1-9]|1[0-2])';
/** Around the clock, all week, a part of something, or as good as it gets. */
const NO_DAY = String.raw`(?!(?:24/7|24/24|7/7|1/[234]|2/3|3/4|[45]/5|9/10|10/10)(?![\d/]))`;
/** A day of the calendar; a weekday or a time of day is none. */
const DAY = new RegExp(
  [
    // 2026-12-24, 2026/12/24, 2026.12.24
    String.raw`\b\d{4}([-/.])\d{1,2}\1\d{1,2}(?!\d)`,
    // 24.12., 24.12.2026, 12/24/26
    String.raw`\b\d{1,2}([./])\d{1,2}\2(?:\d{2,4})?(?!\d)`,
    // 24/12, 12/24
    String.raw`(?<![\d/.,])${NO_DAY}(?:${DAY_OF_MONTH}/${MONTH_OF_YEAR}|${MONTH_OF_YEAR}/${DAY_OF_MONTH})(?![\d/])`,
    // 24 December, 24th of December, 24. Dezember, 24 de diciembre, 24 ديسمبر
    String.raw`\b\d{1,2}(?:(?:st|nd|rd|th|er|o)?[\s-]|\.\s?|)(?:(?:of|de|من)\s)?(?:${MONTH})(?!\p{L})`,
    // December 24, Dec. 24th, December the 24th
    String.raw`(?<!\p{L})(?:${MONTH})\.?\s(?:the\s)?\d{1,2}(?:st|nd|rd|th)?(?!\d)`,
    // 12月24日, 12월 24일
    String.raw`\d{1,2}\s?[月월]\s?\d{1,2}\s?[日号일]`,
    '[一二三四五六七八九十]{1,3}月[一二三四五六七八九十]{1,3}日',
  ].join('|'),
  'giu',
);
/** Day and month, or a part of something: an eighth, four-four time, three out of ten. */
const DAY_OR_PART = new RegExp(`^${MONTH_OF_YEAR}/${MONTH_OF_YEAR}$`, 'u');
const CALENDARS = String.raw`[\u{1f4c5}\u{1f4c6}\u{1f5d3}]\ufe0f?`;
const AFTER_TIME = new RegExp(
  String.raw`(?:(?<!\p{L})(?:${anyOf(WEEKDAYS, BEFORE_A_DAY)})[,:]?\s?|${CALENDARS}\s?)$`,
  'iu',
);
const BEFORE_TIME = new RegExp(
  String.raw`^(?:\s?(?:${anyOf(BEHIND_A_DAY)})|,?\s?\(?(?:${anyOf(WEEKDAYS)})(?!\p{L}))`,
  'iu',
);

/** Days of the calendar in a text in common signs, and figures that may be one. */
export function daysIn(text: string): readonly Fact[] {
  return found(text, DAY, dayOf);
}

/** Figures that are a day only where a word of time stands beside them, and none does. */
export function isPart(text: string, { start, end }: Fact): boolean {
  return DAY_OR_PART.test(text.slice(start, end)) && !isBeside(text, { start, end }, AFTER_TIME, BEFORE_TIME);
}

/** Month and day in figures, and the year where figures name one; both days that it may be where only figures stand side by side. */
function dayOf([day]: RegExpExecArray): readonly string[] {
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
