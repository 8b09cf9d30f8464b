import { monthNames, weekdays, type Clock } from './format.ts';
import { isDay, shiftDay, type Day } from './month-grid.ts';

const weekday = /^(sun|mon|tues?|wed(nes)?|thu(rs?)?|fri|sat(ur)?)(day)?\.?,?$/;

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

/** 'YYYY-MM-DD' of a day that exists, else null. */
function dayFrom(year: number, month: number, day: number): Day | null {
  const found = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  return isDay(found) ? found : null;
}

/** In the year that was typed, two digits meaning this century; without one, the next such day from today on. */
function inYear(year: string | undefined, month: number, day: number, today: Day): Day | null {
  if (year !== undefined) {
    return dayFrom(year.length === 2 ? 2000 + Number(year) : Number(year), month, day);
  }
  const first = Number(today.slice(0, 4));
  // 29 February may be up to eight years away.
  return (
    Array.from({ length: 9 }, (_, index) => dayFrom(first + index, month, day)).find(
      (found) => found !== null && found >= today,
    ) ?? null
  );
}

/** 1 to 12 of a month's name or its beginning, at least three letters. */
function monthNamed(word: string): number | null {
  const typed = word.replace(/\.$/, '');
  const index = typed.length < 3 ? -1 : monthNames.findIndex(({ name }) => name.toLowerCase().startsWith(typed));
  return index < 0 ? null : index + 1;
}

/**
 * The day that somebody typed: '11/27', '11/27/2026', '2026-11-27', 'Nov 27', '27 November 2026', 'Fri, Nov 27, 2026',
 * 'friday', 'tomorrow'. Null when it is none.
 */
export function parseDay(text: string, today: Day): Day | null {
  const typed = text.trim().toLowerCase();
  const near = { today: 0, tomorrow: 1 }[typed];
  if (near !== undefined) {
    return shiftDay(today, near);
  }
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso) {
    return dayFrom(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  }
  const numbers = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?$/.exec(typed);
  if (numbers) {
    const [first, second] = [Number(numbers[1]), Number(numbers[2])];
    // Month first, as everywhere in the product; '27/11' can only be a day first.
    return first > 12 ? inYear(numbers[3], second, first, today) : inYear(numbers[3], first, second, today);
  }
  if (weekday.test(typed)) {
    const from = new Date(`${today}T00:00:00Z`).getUTCDay();
    const asked = weekdays.findIndex(({ short }) => short.toLowerCase() === typed.slice(0, 3));
    return shiftDay(today, (asked - from + 7) % 7);
  }
  const words = typed.split(/[\s,]+/).filter((word) => word !== '');
  const [a = '', b = '', year, ...more] = weekday.test(words[0] ?? '') ? words.slice(1) : words;
  if (more.length > 0 || (year !== undefined && !/^(\d{4}|\d{2})$/.test(year))) {
    return null;
  }
  const [name, number] = /^\d/.test(a) ? [b, a] : [a, b];
  const month = monthNamed(name);
  const day = /^(\d{1,2})(st|nd|rd|th)?$/.exec(number);
  return month === null || !day ? null : inYear(year, month, Number(day[1]), today);
}

const clockOf = (hour: number, minute: number): string | null =>
  hour < 24 && minute < 60 ? `${twoDigits(hour)}:${twoDigits(minute)}` : null;

/**
 * The last hour after noon that somebody means who reads a 12-hour clock and types no AM or PM. Six is the morning, like the hours after it:
 * what is meant for an early class must not go out twelve hours late.
 */
const AFTERNOON_UNTIL = 5;

/**
 * The time that somebody typed, as 'HH:MM': '9', '9:30', '930', '9.30', '2pm', '2:15 p.m.', '14:30', '1430', 'noon'. Null when it is none.
 * @param clock what the person reads: '2' is two in the afternoon on a 12-hour clock and two at night on the other
 */
export function parseClock(text: string, clock: Clock): string | null {
  const typed = text.trim().toLowerCase().replaceAll('\u202f', ' ');
  const named = { noon: '12:00', midnight: '00:00' }[typed];
  if (named) {
    return named;
  }
  const parts = /^(\d{1,2})(?:[:.h](\d{2})|(\d{2}))?\s*(?:([ap])\.?(?:m\.?)?)?$/.exec(typed);
  if (!parts) {
    return null;
  }
  const [, hours = '', separated, joined, half] = parts;
  const hour = Number(hours);
  const minute = Number(separated ?? joined ?? '0');
  if (half) {
    return hour >= 1 && hour <= 12 ? clockOf((hour % 12) + (half === 'p' ? 12 : 0), minute) : null;
  }
  const isAfternoon = clock === 12 && !hours.startsWith('0') && hour >= 1 && hour <= AFTERNOON_UNTIL;
  return clockOf(isAfternoon ? hour + 12 : hour, minute);
}
