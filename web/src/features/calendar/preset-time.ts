import type { Day } from '#lib/month-grid.ts';

/** Hours a day is offered in: noon first, then later, then the morning. */
const HOURS = [12, 13, 14, 15, 16, 17, 18, 19, 20, 11, 10, 9, 8];
/** Minutes that a post keeps around itself. */
const APART = 30;

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/**
 * The time a new post of a day starts with: noon, or the nearest later hour that is still to come and has no other post
 * around it, else one of the morning. Late in the evening it is the next quarter of an hour that leaves time to write.
 * Empty when that day has no such time left.
 */
export function presetTime(day: Day, taken: readonly string[], now: { day: Day; clock: string }): string {
  if (day < now.day) {
    return '';
  }
  const earliest = day === now.day ? minutesOf(now.clock) + 10 : 0;
  const busy = taken.map(minutesOf);
  const isFree = (minutes: number) => busy.every((one) => Math.abs(one - minutes) >= APART);
  const hours = HOURS.map((hour) => hour * 60).filter((minutes) => minutes >= earliest);
  const best = hours.find(isFree) ?? hours[0];
  if (best !== undefined) {
    return clockOf(best);
  }
  const next = Math.ceil(earliest / 15) * 15;
  return next < 24 * 60 ? clockOf(next) : '';
}
