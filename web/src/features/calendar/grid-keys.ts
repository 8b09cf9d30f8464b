import { sameDayOf, monthOf, shiftDay, shiftMonth, weekOf, type Day } from '#lib/month-grid.ts';

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** The day a key leads to from another: arrows by a day or a week, Home and End in the week, Page keys by the period. */
export function dayAfterKey(day: Day, key: string, period: 'month' | 'week'): Day | null {
  const step = steps[key];
  if (step !== undefined) {
    return shiftDay(day, step);
  }
  switch (key) {
    case 'Home':
      return weekOf(day)[0] ?? null;
    case 'End':
      return weekOf(day)[6] ?? null;
    case 'PageUp':
      return period === 'week' ? shiftDay(day, -7) : sameDayOf(shiftMonth(monthOf(day), -1), day);
    case 'PageDown':
      return period === 'week' ? shiftDay(day, 7) : sameDayOf(shiftMonth(monthOf(day), 1), day);
    default:
      return null;
  }
}
