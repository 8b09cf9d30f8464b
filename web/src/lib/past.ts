/** A chosen minute that has just begun still means now (the server's tolerance). */
const PAST_TOLERANCE_MS = 60_000;

/** Too late to schedule something for, by the clock `now` in milliseconds. */
export function isPast(instant: string, now: number): boolean {
  return Date.parse(instant) < now - PAST_TOLERANCE_MS;
}
