import { zoneName } from './time-zones.ts';

/** The product speaks American English; the reader's language decides between a 12-hour and a 24-hour clock. */
const LANGUAGE = 'en-US';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter costs far more than using it, and lists show hundreds of times. */
function format(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`;
  let known = formats.get(key);
  if (!known) {
    known = new Intl.DateTimeFormat(LANGUAGE, { ...options, timeZone });
    formats.set(key, known);
  }
  return known;
}

/** True where people read '2:30 PM', false where they read '14:30'. */
export function readsTwelveHours(language: string): boolean {
  try {
    return new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions().hour12 ?? true;
  } catch (error) {
    // A few systems report a language that is no language tag, for example 'en-US@posix'.
    if (error instanceof RangeError) {
      return true;
    }
    throw error;
  }
}

export type Clock = 12 | 24;

/** The clock of this browser. */
export const ownClock: Clock = readsTwelveHours(globalThis.navigator.language) ? 12 : 24;

const clocks: Readonly<Record<Clock, Intl.DateTimeFormatOptions>> = {
  12: { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' },
  24: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
};

const numbers = new Intl.NumberFormat(LANGUAGE);

/** '1,234'. */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** 'Bytes', KB, MB or GB with two decimals, as the product shows file sizes. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes <= 0) {
    return '0 Bytes';
  }
  const units = ['Bytes', 'KB', 'MB', 'GB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${Number((bytes / 1024 ** step).toFixed(2))} ${units[step]}`;
}

/** '10:00 AM' or '10:00': the wall clock of an instant, where the zone is named elsewhere. */
export function formatTime(instant: string | Date, timeZone: string, clock = ownClock): string {
  return format(timeZone, clocks[clock]).format(new Date(instant)).replaceAll('\u202f', ' ');
}

/** '9:00 AM' or '09:00' of a stored wall clock 'HH:MM', which has no day and no zone. */
export function formatClock(timeOfDay: string, clock = ownClock): string {
  return formatTime(`1970-01-01T${timeOfDay}:00Z`, 'UTC', clock);
}

/** 'Nov 20, 2026': the day of an instant where the time does not matter. */
export function formatDate(instant: string | Date, timeZone: string): string {
  return format(timeZone, { month: 'short', day: 'numeric', year: 'numeric' }).format(new Date(instant));
}

/** 'Fri, Nov 20, 10:00 AM', with the year when it is not the present one. */
export function formatMoment(instant: string | Date, timeZone: string, clock = ownClock): string {
  const at = new Date(instant);
  const year = format(timeZone, { year: 'numeric' });
  const day = format(timeZone, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(year.format(at) === year.format(new Date()) ? {} : { year: 'numeric' }),
  });
  return `${day.format(at)}, ${formatTime(at, timeZone, clock)}`;
}

/** 'Fri, Nov 20, 10:00 AM New York time': for a time that appears alone. */
export function formatInstant(instant: string | Date, timeZone: string, clock = ownClock): string {
  return `${formatMoment(instant, timeZone, clock)} ${zoneName(timeZone)}`;
}

const days = {
  /** 'Fri, Nov 20' */
  short: { weekday: 'short', month: 'short', day: 'numeric' },
  /** 'Friday, November 20' */
  long: { weekday: 'long', month: 'long', day: 'numeric' },
} as const;

/** A calendar day 'YYYY-MM-DD' in words; it has no zone. */
export function formatDay(day: string, style: keyof typeof days = 'short'): string {
  return format('UTC', days[style]).format(new Date(`${day}T00:00:00Z`));
}

/** 'Nov 22 – 28, 2026' or 'Dec 27, 2026 – Jan 2, 2027': the days from one to another. */
export function formatDays(first: string, last: string): string {
  const range = format('UTC', { month: 'short', day: 'numeric', year: 'numeric' });
  return range.formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`)).replaceAll('\u2009', ' ');
}

/** 'November 2026' of 'YYYY-MM'. */
export function formatMonth(month: string): string {
  return format('UTC', { month: 'long', year: 'numeric' }).format(new Date(`${month}-01T00:00:00Z`));
}

const DAY_MS = 86_400_000;
const beside = new Map([
  [-1, 'Yesterday'],
  [0, 'Today'],
  [1, 'Tomorrow'],
]);

/** The heading above the entries of a day: 'Today, November 20', 'Sunday, November 22', 'Friday, January 1, 2027'. */
export function dayHeading(day: string, today: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  const distance = Math.round((at.getTime() - Date.parse(`${today}T00:00:00Z`)) / DAY_MS);
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: 'numeric' } as const);
  const near = beside.get(distance);
  return near
    ? `${near}, ${format('UTC', { month: 'long', day: 'numeric', ...year }).format(at)}`
    : format('UTC', { ...days.long, ...year }).format(at);
}

export type Weekday = {
  /** ISO 8601: Monday is 1, Sunday is 7. */
  readonly iso: number;
  readonly name: string;
  readonly short: string;
};

/** The days of a week, which starts on Sunday. */
export const weekdays: readonly Weekday[] = Array.from({ length: 7 }, (_, index) => {
  // 4 January 1970 was a Sunday.
  const at = new Date(Date.UTC(1970, 0, 4 + index));
  return {
    iso: index === 0 ? 7 : index,
    name: format('UTC', { weekday: 'long' }).format(at),
    short: format('UTC', { weekday: 'short' }).format(at),
  };
});

export type MonthName = { readonly name: string; readonly short: string };

/** The months of a year. */
export const monthNames: readonly MonthName[] = Array.from({ length: 12 }, (_, index) => {
  const at = new Date(Date.UTC(2000, index, 1));
  return {
    name: format('UTC', { month: 'long' }).format(at),
    short: format('UTC', { month: 'short' }).format(at),
  };
});

/** Share in percent, 0 to 100; a limit of 0 counts as 0 and never as NaN. */
export function shareOf(used: number, limit: number): number {
  if (!(limit > 0) || !Number.isFinite(used)) {
    return 0;
  }
  return Math.min(100, Math.max(0, (used / limit) * 100));
}
