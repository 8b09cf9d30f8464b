import { Plus } from 'lucide-react';
import { memo, useRef } from 'react';
import { cn } from '#lib/cn.ts';
import { formatDay, weekdays } from '#lib/format.ts';
import type { Day } from '#lib/month-grid.ts';
import { Skeleton } from '#ui/index.ts';
import { useCalendarModel } from '../calendar-context.ts';
import type { CalendarEntry } from '#data/calendar-entries.ts';
import { dayGround, weekCardsOf } from '../day-view.ts';
import { useDayTarget } from '../drag/use-drag.ts';
import { DayButton } from './day-button.tsx';
import { EntryCard } from './entry-card.tsx';
import { RestOfDay } from './rest-of-day.tsx';

export type WeekCalendarProps = {
  /** Seven days from Sunday on. */
  week: readonly Day[];
  focusDay: Day;
  carryDay: Day | null;
  /** While another month is there until the one of these days is: only days of both are known. */
  loading: boolean;
};

/** A week: a column per day with its entries in the order of time and large pictures; on a phone the days one below the other, in small. */
export const WeekCalendar = memo(function WeekCalendar({ week, focusDay, carryDay, loading }: WeekCalendarProps) {
  const { days, today } = useCalendarModel();
  return (
    <ol
      aria-label={`Week of ${formatDay(week[0] ?? today, 'long')}`}
      aria-busy={loading}
      className="grid overflow-hidden rounded-control border border-line sm:grid-cols-7 sm:divide-x sm:divide-line"
    >
      {week.map((day, index) => (
        <DayColumn
          key={day}
          day={day}
          weekday={weekdays[index]?.short ?? ''}
          entries={days.get(day) ?? none}
          isToday={day === today}
          isPast={day < today}
          isFocusDay={day === focusDay}
          isCarryDay={day === carryDay}
          isUnknown={loading && !days.has(day)}
        />
      ))}
    </ol>
  );
});

const none: readonly CalendarEntry[] = [];

type DayColumnProps = {
  day: Day;
  weekday: string;
  entries: readonly CalendarEntry[];
  isToday: boolean;
  isPast: boolean;
  isFocusDay: boolean;
  isCarryDay: boolean;
  isUnknown: boolean;
};

const DayColumn = memo(function DayColumn(props: DayColumnProps) {
  const { day, weekday, entries, isToday, isPast, isFocusDay, isUnknown } = props;
  const cards = weekCardsOf(entries);
  const column = useRef<HTMLLIElement>(null);
  useDayTarget(column, day);
  return (
    <li
      ref={column}
      className={dayGround(
        props,
        cn(
          'flex min-w-0 flex-col max-sm:border-b max-sm:border-line max-sm:last:border-b-0 sm:min-h-96',
          isPast ? 'bg-sunken dark:bg-paper' : 'bg-cloth',
        ),
      )}
    >
      <DayButton
        day={day}
        entries={entries}
        isToday={isToday}
        isPast={isPast}
        isFocusDay={isFocusDay}
        className={cn('gap-2 p-2 text-sm', isPast ? 'cursor-default' : 'hover:bg-woad-soft/50')}
      >
        <span
          className={cn(
            'ml-8 grid size-6 place-items-center rounded-full text-sm font-semibold tabular',
            isToday ? 'bg-woad text-on-woad' : isPast ? 'text-muted' : 'text-ink',
          )}
        >
          {Number(day.slice(8))}
        </span>
        {isPast ? null : (
          <Plus
            aria-hidden="true"
            className="ml-auto size-4 text-muted opacity-0 group-focus-within/day:opacity-100 group-hover/day:opacity-100 touch:opacity-100"
          />
        )}
      </DayButton>
      <span
        aria-hidden="true"
        className={cn(
          'pointer-events-none absolute top-2.5 left-2 text-xs font-semibold',
          isToday ? 'text-woad' : 'text-muted',
        )}
      >
        {weekday}
      </span>
      <div className="pointer-events-none relative mt-10 grid min-w-0 gap-1.5 px-1.5 pb-3">
        {isUnknown ? (
          <Skeleton className="h-28" />
        ) : (
          <>
            {cards.map((entry) => (
              <EntryCard key={entry.key} entry={entry} size="week" reachable={isFocusDay} />
            ))}
            <RestOfDay day={day} entries={entries} shown={cards.length} reachable={isFocusDay} />
          </>
        )}
      </div>
    </li>
  );
});
