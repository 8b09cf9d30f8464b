import { ZoneClock } from '@postloom/chassis';

/** An instant, or a sentence that says what is wrong with the text. */
export type ReadDate = { readonly instant: string } | { readonly problem: string };

const notADate = 'Please write the date as 2026-12-31.';
export const notATime = 'Please write the time as 18:30.';
const notAMoment = 'Please write date and time as 2026-12-31T18:30.';
const notThere = 'This date does not exist.';

/** No date and time is written longer; the expression below would backtrack over a long cell. */
const MOST_CHARACTERS = 60;

/**
 * A date and a time on the business's wall clock: '2026-12-31', '2026/12/31' or '31.12.2026' with '18:30', '18:30:00' or '6:30 pm'. A time
 * that a clock change skips means the next valid minute, one that occurs twice its first pass.
 */
export function readWallClock(date: string, time: string, timeZone: string): ReadDate {
  const day = readDay(date);
  if (day === null) {
    return { problem: notADate };
  }
  const clock = readTime(time);
  if (clock === null) {
    return { problem: notATime };
  }
  const [year, month, dayOfMonth] = day;
  const wall = Date.UTC(year, month - 1, dayOfMonth, clock[0], clock[1]);
  const shown = new Date(wall);
  if (shown.getUTCMonth() !== month - 1 || shown.getUTCDate() !== dayOfMonth) {
    return { problem: notThere };
  }
  const instant = ZoneClock.of(timeZone).instantOf(wall);
  return instant === null ? { problem: notThere } : { instant: new Date(instant).toISOString() };
}

/** An instant with an offset ('2026-12-31T18:30:00Z') is taken as it is; without one it is the business's wall clock. */
export function readMoment(text: string, timeZone: string): ReadDate {
  if (text.length > MOST_CHARACTERS) {
    return { problem: notAMoment };
  }
  const [, date, time, offset] = /^(\S+?)[T ]\s*(\d.*?)\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(text) ?? [];
  if (date === undefined || time === undefined) {
    return { problem: notAMoment };
  }
  if (offset === undefined) {
    return readWallClock(date, time, timeZone);
  }
  const ahead = offsetMs(offset);
  if (ahead === null) {
    return { problem: notAMoment };
  }
  const wall = readWallClock(date, time, 'UTC');
  if ('problem' in wall) {
    return wall;
  }
  return { instant: new Date(Date.parse(wall.instant) - ahead).toISOString() };
}

function readDay(text: string): [number, number, number] | null {
  const [, year, month, day] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(text) ?? [];
  if (year !== undefined) {
    return [Number(year), Number(month), Number(day)];
  }
  const [, first, second, third] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  return first === undefined ? null : [Number(third), Number(second), Number(first)];
}

function readTime(text: string): [number, number] | null {
  const [, hours, minutes, half] = /^(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?\s*([ap]m)?$/i.exec(text) ?? [];
  if (hours === undefined || Number(minutes) > 59) {
    return null;
  }
  const hour = Number(hours);
  if (half === undefined) {
    return hour > 23 ? null : [hour, Number(minutes)];
  }
  if (hour < 1 || hour > 12) {
    return null;
  }
  return [(hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0), Number(minutes)];
}

/** Null: no clock is that far from UTC. */
function offsetMs(offset: string): number | null {
  if (/^z$/i.test(offset)) {
    return 0;
  }
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(offset) ?? [];
  if (Number(hours) > 14 || Number(minutes) > 59) {
    return null;
  }
  const size = Number(hours) * 3_600_000 + Number(minutes) * 60_000;
  return sign === '-' ? -size : size;
}
