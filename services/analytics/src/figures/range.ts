import { AppError, LONGEST_RANGE_DAYS, USUAL_RANGE_DAYS } from '@postloom/contracts';

/** Calendar days, both inclusive. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;
/** No post is older or will be younger; dates beyond are typing errors. */
const YEARS: Range = { from: '2000-01-01', to: '2100-12-31' };

/**
 * The days that a question is about, and the same number of days before them; today is the business's.
 * @throws AppError invalid_date (days in the wrong order or out of this century), validation_failed (too many days)
 */
export function rangeOf(asked: Partial<Range>, today: string): { now: Range; before: Range } {
  const to = asked.to ?? latest(asked.from, today);
  const from = asked.from ?? addDays(to, 1 - USUAL_RANGE_DAYS);
  if (from > to) {
    throw new AppError('invalid_date', 'The last day must not be before the first.');
  }
  if (from < YEARS.from || to > YEARS.to) {
    throw new AppError('invalid_date', 'Please choose days of this century.');
  }
  const days = (instantOf(to) - instantOf(from)) / DAY_MS + 1;
  if (days > LONGEST_RANGE_DAYS) {
    const message = `Please choose at most ${LONGEST_RANGE_DAYS} days.`;
    throw new AppError('validation_failed', message, { details: [{ path: 'to', message }] });
  }
  return { now: { from, to }, before: { from: addDays(from, -days), to: addDays(from, -1) } };
}

/** Every day of the range. */
export function daysOf({ from, to }: Range): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    days.push(day);
  }
  return days;
}

/** Monday is 1, Sunday 7. */
export function weekdayOf(day: string): number {
  return new Date(instantOf(day)).getUTCDay() || 7;
}

function latest(from: string | undefined, today: string): string {
  return from !== undefined && from > today ? from : today;
}

function instantOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

export function addDays(day: string, days: number): string {
  return new Date(instantOf(day) + days * DAY_MS).toISOString().slice(0, 10);
}
