import { formatDay } from '#lib/format.ts';
import type { Day } from '#lib/month-grid.ts';
import { countText, type CalendarEntry } from '#data/calendar-entries.ts';
import { useCalendarActions } from '../calendar-context.ts';

export type RestOfDayProps = {
  day: Day;
  entries: readonly CalendarEntry[];
  /** Of them as cards. */
  shown: number;
  /** The day has the focus, so Tab goes on into it. */
  reachable: boolean;
};

/** '+N' below the cards of a day that has more than there is room for: opens all of them. */
export function RestOfDay({ day, entries, shown, reachable }: RestOfDayProps) {
  const { listDay } = useCalendarActions();
  const rest = entries.length - shown;
  return rest > 0 ? (
    <button
      type="button"
      tabIndex={reachable ? 0 : -1}
      onClick={() => listDay(day)}
      aria-label={`+${rest}, all ${countText(entries)} on ${formatDay(day, 'long')}`}
      className="pointer-events-auto h-6 min-w-8 justify-self-start rounded-sm px-1.5 text-left text-xs font-bold text-woad hover:bg-woad-soft touch:h-11 touch:min-w-11"
    >
      +{rest}
    </button>
  ) : null;
}
