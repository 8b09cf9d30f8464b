const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Pauses after the first, second, third … failed try, in seconds: ten tries within five days. */
const PAUSES = [1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR, 24 * HOUR];

/** Tries of one revocation at most. */
export const MAX_TRIES = PAUSES.length + 1;

/** Seconds until the try after the `tries`-th, which has failed; null: that was the last one. */
export function pauseAfter(tries: number): number | null {
  return PAUSES[tries - 1] ?? null;
}
