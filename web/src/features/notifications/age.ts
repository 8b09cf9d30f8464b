import { plural } from '#lib/words.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const ago = (count: number, unit: string) => `${plural(Math.floor(count), unit)} ago`;

/** How long ago: 'Just now' under a minute, then minutes, then hours under 24, then days. A future time counts as now. */
export function ageLabel(at: string | Date, now: Date): string {
  const age = now.getTime() - new Date(at).getTime();
  if (!(age >= MINUTE)) {
    return 'Just now';
  }
  if (age < HOUR) {
    return ago(age / MINUTE, 'minute');
  }
  if (age < DAY) {
    return ago(age / HOUR, 'hour');
  }
  return ago(age / DAY, 'day');
}
