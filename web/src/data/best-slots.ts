import { shiftDay, type Day } from '#lib/month-grid.ts';
import type { TemporalApi } from '#lib/zoned-time.ts';
import {
  finderOf,
  freeSlots,
  SEARCHED,
  usualTimes,
  type BestTime,
  type FreeSlot,
  type SlotQuestion,
} from './free-slots.ts';

/** Hours of a best time. */
const BLOCK_HOURS = 3;

/**
 * The next free slots of the times at which posts clearly did better, the best times first; usual times fill up what is missing.
 * In their order of time.
 */
export function bestSlots(
  api: TemporalApi,
  question: SlotQuestion,
  bestTimes: readonly BestTime[],
): readonly FreeSlot[] {
  const { timeZone, planned, from, count } = question;
  const usual = usualTimes(planned, timeZone);
  const found: FreeSlot[] = [];
  for (const { weekday, hour, score, posts, low = 0, reason } of bestTimes) {
    // What rounds to nothing is no reason.
    if (low > 0 && score >= 1 && found.length < count) {
      const slotAt = finderOf(api, { ...question, besides: found });
      const times = timesOfBlock(hour, usual);
      const slot = daysWith(weekday, from)
        .flatMap((date) => times.flatMap((time) => slotAt(date, time) ?? []))
        .at(0);
      if (slot) {
        found.push({ ...slot, measured: { score, posts, reason } });
      }
    }
  }
  const others = freeSlots(api, { ...question, count: count - found.length, besides: found });
  return [...found, ...others].sort((one, other) => Date.parse(one.instant) - Date.parse(other.instant));
}

/** The times of day in a block of hours: those at which the business posts anyway, else its hours. */
function timesOfBlock(hour: number, usual: readonly string[]): readonly string[] {
  const hours = Array.from({ length: BLOCK_HOURS }, (_, later) => String(hour + later).padStart(2, '0'));
  const known = usual.filter((time) => hours.includes(time.slice(0, 2)));
  return [...known, ...hours.map((start) => `${start}:00`)];
}

/** The days of the next weeks that are this weekday; Monday is 1, Sunday 7. */
function daysWith(weekday: number, from: Day): readonly Day[] {
  return Array.from({ length: SEARCHED }, (_, ahead) => shiftDay(from, ahead)).filter(
    (day) => (new Date(`${day}T00:00:00Z`).getUTCDay() || 7) === weekday,
  );
}
