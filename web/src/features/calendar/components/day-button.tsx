import type { ReactNode } from 'react';
import { countText, type CalendarEntry } from '#data/calendar-entries.ts';
import { cn } from '#lib/cn.ts';
import { formatDay } from '#lib/format.ts';
import type { Day } from '#lib/month-grid.ts';
import { useCalendarActions } from '../calendar-context.ts';

/** What covers a day: it is what the keys of the grid move between, and opens the day. Its cards lie on it. */
export function DayButton({
  day,
  entries,
  isToday,
  isPast,
  isFocusDay,
  className,
  children,
}: {
  day: Day;
  entries: readonly CalendarEntry[];
  isToday: boolean;
  isPast: boolean;
  isFocusDay: boolean;
  className: string;
  children: ReactNode;
}) {
  const { openDay } = useCalendarActions();
  const name = entries.length > 0 ? `${formatDay(day, 'long')}, ${countText(entries)}` : formatDay(day, 'long');
  return (
    <button
      type="button"
      data-day={day}
      tabIndex={isFocusDay ? 0 : -1}
      aria-current={isToday ? 'date' : undefined}
      aria-label={isPast ? name : `${name}. Schedule a post on this day`}
      onClick={() => openDay(day)}
      className={cn(
        'absolute inset-0 flex scroll-mt-32 scroll-mb-40 items-start focus-visible:z-10 focus-visible:-outline-offset-2',
        className,
      )}
    >
      {children}
    </button>
  );
}
