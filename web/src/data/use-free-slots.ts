import type { Platform } from '@postloom/contracts';
import { use, useMemo } from 'react';
import { dayIn, shiftDay, type Day } from '#lib/month-grid.ts';
import { useNow } from '#lib/use-now.ts';
import { temporalReady } from '#lib/zoned-time.ts';
import { useBestTimes } from './best-times.ts';
import { freeSlots, plannedOf, SEARCHED, type FreeSlot } from './free-slots.ts';
import { useCalendar } from './posts.ts';

/** Days of the calendar that are read: half of what one answer may cover to each side. */
const BEFORE = 30;
const AFTER = 31;
/** Free times that a form offers. */
const OFFERED = 3;

/**
 * Free times from a day on, those of the best times of these platforms as soon as they are known; without a day, or for one that is over,
 * from today. `slots` is undefined while the calendar is not known.
 */
export function useFreeSlots(asked: {
  timeZone: string;
  platforms: readonly Platform[];
  day: Day | '';
  except?: string | undefined;
}): { slots: readonly FreeSlot[] | undefined; isPending: boolean } {
  const { timeZone, platforms, day, except } = asked;
  const temporal = use(temporalReady());
  const now = useNow();
  const today = dayIn(timeZone, now);
  const from = isDay(day) && day > today ? day : today;
  const middle = from < shiftDay(today, AFTER - SEARCHED) ? today : from;
  const bestTimes = useBestTimes(platforms);
  const { data, isPlaceholderData, isPending } = useCalendar(shiftDay(middle, -BEFORE), shiftDay(middle, AFTER));
  const slots = useMemo(() => {
    if (!data || isPlaceholderData) {
      return undefined;
    }
    const question = {
      ...{ timeZone, platforms, from, count: OFFERED, now: now.getTime() },
      planned: plannedOf(data, except),
    };
    return bestTimes ? bestTimes.slots(temporal, question, bestTimes.cells) : freeSlots(temporal, question);
  }, [temporal, data, isPlaceholderData, timeZone, platforms, from, now, except, bestTimes]);
  return { slots, isPending: isPending || isPlaceholderData };
}

/** A day that a calendar of this century knows: while a year is typed, the field holds others. */
function isDay(day: string): boolean {
  return /^2\d{3}-/.test(day);
}
