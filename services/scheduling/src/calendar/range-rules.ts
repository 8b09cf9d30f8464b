import { AppError } from '@postloom/contracts';

/** Longest range of one answer, in days: a month view shows 42, two months fit. */
export const LONGEST_RANGE_DAYS = 62;
const DAY_MS = 86_400_000;

/** @throws AppError invalid_date when `to` lies before `from`, validation_failed when the range is too long */
export function refuseRange(from: string, to: string): void {
  const days = (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS + 1;
  if (days < 1) {
    throw new AppError('invalid_date', 'The last day must not be before the first.');
  }
  if (days > LONGEST_RANGE_DAYS) {
    const message = `Please ask for at most ${LONGEST_RANGE_DAYS} days at once.`;
    throw new AppError('validation_failed', message, { details: [{ path: 'to', message }] });
  }
}
