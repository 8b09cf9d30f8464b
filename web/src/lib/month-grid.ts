/** Calendar days as 'YYYY-MM-DD' and months as 'YYYY-MM': plain arithmetic, no zone. */
export type Day = string;
export type Month = string;

const GRID_CELLS = 42;
const DAY_MS = 86_400_000;

function utc(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function dayOf(ms: number): Day {
  return new Date(ms).toISOString().slice(0, 10);
}

export function monthOf(day: Day): Month {
  return day.slice(0, 7);
}

export function shiftDay(day: Day, days: number): Day {
  return dayOf(utc(day) + days * DAY_MS);
}

export function shiftMonth(month: Month, months: number): Month {
  const [year = 1970, one = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, one - 1 + months, 1)).toISOString().slice(0, 7);
}

/** The 42 days of a month's page: six weeks that start on Sunday, the first of them holds the 1st. */
export function gridOf(month: Month): readonly Day[] {
  const first = utc(`${month}-01`);
  const start = first - new Date(first).getUTCDay() * DAY_MS;
  return Array.from({ length: GRID_CELLS }, (_, index) => dayOf(start + index * DAY_MS));
}

/** The seven days of a week, from its Sunday on. */
export function weekOf(day: Day): readonly Day[] {
  const start = shiftDay(day, -new Date(utc(day)).getUTCDay());
  return Array.from({ length: 7 }, (_, index) => shiftDay(start, index));
}

/** Days that 'Next 7 days' shows, with today. */
export const COMING_DAYS = 7;

/** The days of 'Next 7 days', today first. */
export function comingDays(today: Day): readonly Day[] {
  return Array.from({ length: COMING_DAYS }, (_, index) => shiftDay(today, index));
}

/** The same day of another month, or its last one where the month is shorter. */
export function sameDayOf(month: Month, day: Day): Day {
  const last = shiftDay(`${shiftMonth(month, 1)}-01`, -1);
  const same = `${month}${day.slice(7)}`;
  return same < last ? same : last;
}

/** True for 'YYYY-MM-DD' of a day that exists. */
export function isDay(text: string | null): text is Day {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(utc(text)) && dayOf(utc(text)) === text;
}

/** True for 'YYYY-MM' of a month that exists. */
export function isMonth(text: string | null): text is Month {
  return text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
}

const zoned = new Map<string, Intl.DateTimeFormat>();

function partsIn(timeZone: string, at: Date): Record<string, string> {
  let format = zoned.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    zoned.set(timeZone, format);
  }
  return Object.fromEntries(format.formatToParts(at).map((part) => [part.type, part.value]));
}

/** The calendar day of an instant in a zone. */
export function dayIn(timeZone: string, instant: string | Date): Day {
  const parts = partsIn(timeZone, new Date(instant));
  return `${parts['year']}-${parts['month']}-${parts['day']}`;
}

/** The wall clock of an instant in a zone, 'HH:MM'. */
export function clockIn(timeZone: string, instant: string | Date): string {
  const parts = partsIn(timeZone, new Date(instant));
  return `${parts['hour']}:${parts['minute']}`;
}
