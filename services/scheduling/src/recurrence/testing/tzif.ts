/**
 * A reader of compiled zone files (TZif, RFC 9636), written for the oracle alone: it shares neither code nor data with the slots it checks,
 * no Intl, no Date.
 */

/** From `start` (seconds since 1970) until the next one begins, clocks stand `offset` seconds east of UTC. */
export interface Segment {
  readonly start: number;
  readonly offset: number;
}

interface Zone {
  readonly segments: Segment[];
  /** POSIX rule for everything after the last segment's start; empty when none is given. */
  readonly footer: string;
}

const HEADER = 44;

export function readTzif(bytes: Buffer): Zone {
  if (bytes.toString('latin1', 0, 4) !== 'TZif') {
    throw new Error('not a TZif file');
  }
  const counts = (at: number): number[] =>
    Array.from({ length: 6 }, (_, index) => bytes.readUInt32BE(at + 20 + index * 4));
  const [isUt = 0, isStd = 0, leaps = 0, times = 0, types = 0, chars = 0] = counts(0);
  // The first block holds 32-bit times for old readers; the second one, 64-bit, begins after it.
  const second = HEADER + times * 5 + types * 6 + chars + leaps * 8 + isStd + isUt;
  const [isUt2 = 0, isStd2 = 0, leaps2 = 0, times2 = 0, types2 = 0, chars2 = 0] = counts(second);
  const at = second + HEADER;
  const typesAt = at + times2 * 9;
  const offsetOf = (type: number): number => bytes.readInt32BE(typesAt + type * 6);
  const segments: Segment[] = [{ start: -Infinity, offset: offsetOf(0) }];
  for (let index = 0; index < times2; index += 1) {
    const start = Number(bytes.readBigInt64BE(at + index * 8));
    segments.push({ start, offset: offsetOf(bytes.readUInt8(at + times2 * 8 + index)) });
  }
  const footerAt = typesAt + types2 * 6 + chars2 + leaps2 * 12 + isStd2 + isUt2;
  const footer = bytes.toString('latin1', footerAt).replaceAll('\n', '');
  return { segments, footer };
}

/** All offsets a zone has until the end of `lastYear`, footers written out year by year, equal neighbours joined. */
export function timeline(zone: Zone, lastYear: number): Segment[] {
  const all = [...zone.segments];
  const rule = parseFooter(zone.footer);
  const last = all.at(-1)?.start ?? -Infinity;
  if (rule?.daylight !== undefined) {
    const { standard, daylight } = rule;
    for (let year = 1970; year <= lastYear; year += 1) {
      const yearly = [
        { start: ruleTime(daylight.from, year) - standard, offset: daylight.offset },
        { start: ruleTime(daylight.to, year) - daylight.offset, offset: standard },
      ].toSorted((a, b) => a.start - b.start);
      all.push(...yearly.filter(({ start }) => start > last));
    }
  }
  return all.filter((segment, index) => index === 0 || segment.offset !== all[index - 1]?.offset);
}

interface DayRule {
  readonly month: number;
  readonly week: number;
  readonly weekday: number;
  /** Seconds after the day's midnight; may be negative or beyond the day. */
  readonly time: number;
}

interface PosixRule {
  readonly standard: number;
  readonly daylight?: { readonly offset: number; readonly from: DayRule; readonly to: DayRule };
}

function parseFooter(footer: string): PosixRule | null {
  if (footer === '') {
    return null;
  }
  const name = '(?:<[^>]+>|[A-Za-z]+)';
  const clock = '[+-]?\\d+(?::\\d+){0,2}';
  const day = `M(\\d+)\\.(\\d)\\.(\\d)(?:/(${clock}))?`;
  const match = new RegExp(`^${name}(${clock})(?:${name}(${clock})?,${day},${day})?$`).exec(footer);
  if (match === null) {
    throw new Error(`the rule "${footer}" is not understood`);
  }
  const [, standardText = '', daylightText, ...days] = match;
  // POSIX counts west of Greenwich.
  const standard = -seconds(standardText);
  if (days[0] === undefined) {
    return { standard };
  }
  const dayRule = (from: number): DayRule => ({
    month: Number(days[from]),
    week: Number(days[from + 1]),
    weekday: Number(days[from + 2]),
    time: seconds(days[from + 3] ?? '2'),
  });
  const offset = daylightText === undefined ? standard + 3600 : -seconds(daylightText);
  return { standard, daylight: { offset, from: dayRule(0), to: dayRule(4) } };
}

function seconds(text: string): number {
  const sign = text.startsWith('-') ? -1 : 1;
  const [hours = 0, minutes = 0, rest = 0] = text.replace(/^[+-]/, '').split(':').map(Number);
  return sign * (hours * 3600 + minutes * 60 + rest);
}

function ruleTime({ month, week, weekday, time }: DayRule, year: number): number {
  const first = daysTo(year, month);
  // 1970-01-01 was a Thursday; Sunday is 0.
  const firstWeekday = (((first + 4) % 7) + 7) % 7;
  let day = first + ((weekday - firstWeekday + 7) % 7) + (week - 1) * 7;
  while (day >= first + monthLength(year, month)) {
    day -= 7;
  }
  return day * 86_400 + time;
}

export function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

export function monthLength(year: number, month: number): number {
  return [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

/** Days from 1970-01-01 to the first of a month, counted year by year. */
function daysTo(year: number, month: number): number {
  let days = 0;
  for (let past = 1970; past < year; past += 1) {
    days += isLeap(past) ? 366 : 365;
  }
  for (let past = 1; past < month; past += 1) {
    days += monthLength(year, past);
  }
  return days;
}
