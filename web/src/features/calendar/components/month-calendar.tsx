import { memo, useRef } from 'react';
import { cn } from '#lib/cn.ts';
import { formatMonth, weekdays } from '#lib/format.ts';
import { gridOf, monthOf, type Day, type Month } from '#lib/month-grid.ts';
import { useIsWide } from '#lib/use-is-wide.ts';
import { Skeleton } from '#ui/index.ts';
import { useCalendarModel, type Density } from '../calendar-context.ts';
import { coverOf, statusOf, type CalendarEntry } from '#data/calendar-entries.ts';
import { cardsOf, dayGround } from '../day-view.ts';
import { useDayTarget } from '../drag/use-drag.ts';
import { DayButton } from './day-button.tsx';
import { EntryCard } from './entry-card.tsx';
import { RestOfDay } from './rest-of-day.tsx';
import { EntryCover } from './entry-parts.tsx';
import { StatusMark } from './status-mark.tsx';

const weeksOf = (days: readonly Day[]) => Array.from({ length: 6 }, (_, week) => days.slice(week * 7, week * 7 + 7));

export type MonthCalendarProps = {
  month: Month;
  /** The day that Tab leads to. */
  focusDay: Day;
  /** The day whose posts are listed below, on a phone. */
  openDay: Day;
  /** The day a carried post would go to. */
  carryDay: Day | null;
  /** While another month is there until this one is: only days of both are known. */
  loading: boolean;
};

/** The month: 42 days, each with up to three posts as cards, the rest behind '+N'. */
export const MonthCalendar = memo(function MonthCalendar(props: MonthCalendarProps) {
  const { month, focusDay, openDay, carryDay, loading } = props;
  const { days, today, density } = useCalendarModel();
  const isWide = useIsWide();
  return (
    <table aria-label={formatMonth(month)} aria-busy={loading} className="w-full table-fixed border-collapse">
      <thead>
        <tr>
          {weekdays.map(({ name, short }) => (
            <th key={name} scope="col" className="pb-2 text-xs font-semibold text-muted">
              <span className="sr-only">{name}</span>
              <span aria-hidden="true" className="sm:hidden">
                {name[0]}
              </span>
              <span aria-hidden="true" className="hidden sm:inline">
                {short}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(gridOf(month)).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <DayCell
                key={day}
                day={day}
                entries={days.get(day) ?? none}
                density={density}
                isWide={isWide}
                isOutside={monthOf(day) !== month}
                isToday={day === today}
                isPast={day < today}
                isOpen={day === openDay}
                isFocusDay={day === focusDay}
                isCarryDay={day === carryDay}
                isUnknown={loading && !days.has(day)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
});

const none: readonly CalendarEntry[] = [];

type DayCellProps = {
  day: Day;
  entries: readonly CalendarEntry[];
  density: Density;
  /** Not on a phone, where a day has room for marks alone. */
  isWide: boolean;
  isOutside: boolean;
  isToday: boolean;
  isPast: boolean;
  isOpen: boolean;
  isFocusDay: boolean;
  isCarryDay: boolean;
  isUnknown: boolean;
};

const DayCell = memo(function DayCell(props: DayCellProps) {
  const { day, entries, density, isWide, isOutside, isToday, isPast, isOpen, isFocusDay, isUnknown } = props;
  const cell = useRef<HTMLTableCellElement>(null);
  useDayTarget(cell, day);
  const cards = cardsOf(entries);
  const rest = entries.length - cards.length;
  // A day with one post shows it large: its picture is what the day is known by.
  const hasLead = density === 'comfortable' && entries.filter(({ kind }) => kind === 'post').length === 1;
  return (
    <td
      ref={cell}
      className={dayGround(
        props,
        cn(
          'h-18 border border-line p-0 align-top',
          density === 'comfortable' ? 'sm:h-28' : 'sm:h-22',
          isOutside ? 'bg-sunken dark:bg-paper' : 'bg-cloth',
        ),
      )}
    >
      <DayButton
        day={day}
        entries={entries}
        isToday={isToday}
        isPast={isPast}
        isFocusDay={isFocusDay}
        className={cn(
          'p-1 text-xs sm:p-1.5',
          isPast && entries.length === 0 ? 'cursor-default' : 'hover:bg-woad-soft/50',
          isOpen && 'max-sm:outline-2 max-sm:-outline-offset-2 max-sm:outline-woad',
        )}
      >
        <span
          className={cn(
            'grid size-6 place-items-center rounded-full font-semibold tabular',
            isToday ? 'bg-woad text-on-woad' : isOutside || isPast ? 'font-normal text-muted' : 'text-ink',
          )}
        >
          {Number(day.slice(8))}
        </span>
      </DayButton>
      {isUnknown ? (
        <Skeleton className="pointer-events-none relative mx-1.5 mt-9 mb-1.5 h-6 sm:h-11" />
      ) : entries.length > 0 ? (
        isWide ? (
          <div className="pointer-events-none relative mt-8 grid min-w-0 gap-1 px-1 pb-1">
            {cards.map((entry) => (
              <EntryCard key={entry.key} entry={entry} size={hasLead ? 'lead' : density} reachable={isFocusDay} />
            ))}
            <RestOfDay day={day} entries={entries} shown={cards.length} reachable={isFocusDay} />
          </div>
        ) : (
          <PhoneDay entries={entries} cards={cards} rest={rest} />
        )
      ) : null}
    </td>
  );
});

/** A day on a phone: the picture of its first post and up to three marks. The day's own button covers it. */
function PhoneDay({
  entries,
  cards,
  rest,
}: {
  entries: readonly CalendarEntry[];
  cards: readonly CalendarEntry[];
  rest: number;
}) {
  const { photos } = useCalendarModel();
  const first = entries.find((entry) => photos.has(coverOf(entry) ?? ''));
  const posts = cards.filter(({ kind }) => kind === 'post');
  // What schedules will bring is one mark, and none beside posts.
  const marks = posts.length > 0 ? posts : cards.slice(0, 1);
  return (
    <div aria-hidden="true" className="pointer-events-none relative mt-7 grid justify-items-center gap-1 px-0.5 pb-1">
      {first ? (
        <EntryCover
          photoId={coverOf(first)}
          photo={photos.get(coverOf(first) ?? '')}
          width={64}
          className="size-8 rounded-[6px]"
        />
      ) : null}
      <span className="flex h-3 items-center gap-px">
        {marks.map((entry) => (
          <StatusMark key={entry.key} status={statusOf(entry)} className="size-2" />
        ))}
        {rest > 0 ? <span className="text-xs leading-none font-bold text-woad">+{rest}</span> : null}
      </span>
    </div>
  );
}
