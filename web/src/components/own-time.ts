import { formatInstant } from '#lib/format.ts';
import { browserTimeZone, offsetOf } from '#lib/time-zones.ts';

/** The reader's own zone where its clocks show another time than those of `timeZone` at that instant, else null. */
export function ownZoneBeside(timeZone: string, at: Date): string | null {
  const own = browserTimeZone();
  return offsetOf(own, at) === offsetOf(timeZone, at) ? null : own;
}

/** What a time of the business is for a reader whose clock shows another one, in a sentence beside it; else null. */
export function ownTime(instant: string | Date, timeZone: string): string | null {
  const at = new Date(instant);
  const own = ownZoneBeside(timeZone, at);
  return own === null ? null : `For you that is ${formatInstant(at, own)}.`;
}
