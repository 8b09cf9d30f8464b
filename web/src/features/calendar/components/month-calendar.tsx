import { Repeat } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { cn } from '#lib/cn.ts';
import { formatDay, formatMonth, formatTime, weekdays } from '#lib/format.ts';
import { excerpt } from '#lib/words.ts';
import { statusLabels, StatusShape } from '#ui/index.ts';
import { countText, entryKey, type CalendarEntry } from '../calendar-entries.ts';
import { gridOf, monthOf, shiftDay, type Day, type Month } from '#lib/month-grid.ts';
import { shownStatus } from '#data/post-state.ts';

/** Dots a day shows; the rest is '+N'. */
const DOTS = 3;

export type MonthCalendarProps = {
  month: Month;
  today: Day;
  days: ReadonlyMap<Day, readonly CalendarEntry[]>;
  timeZone: string;
  loading: boolean;
  onDay(day: Day): void;
  onMore(day: Day): void;
  onPost(id: string): void;
  /** Leads to the schedules that bring the recurring posts. */
  onOccurrence(): void;
  onMonth(month: Month): void;
};

const weeksOf = (days: readonly Day[]) => Array.from({ length: 6 }, (_, week) => days.slice(week * 7, week * 7 + 7));

/** The month: 42 days, each with up to three posts as dots with their time, the rest behind '+N'. */
export function MonthCalendar(props: MonthCalendarProps) {
  const { month, today, days, timeZone, loading, onDay, onMore, onPost, onOccurrence, onMonth } = props;
  const table = useRef<HTMLTableElement>(null);
  const grid = gridOf(month);
  // One day of the grid is in the tab order; arrows move from there.
  const tabStop = grid.includes(today) && monthOf(today) === month ? today : `${month}-01`;

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const from = (event.target as HTMLElement).dataset['day'];
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
    const step = steps[event.key];
    if (!from || step === undefined) {
      return;
    }
    event.preventDefault();
    const to = shiftDay(from, step);
    const focus = () => table.current?.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus();
    if (grid.includes(to)) {
      focus();
    } else {
      onMonth(monthOf(to));
      setTimeout(focus);
    }
  };

  return (
    <table
      ref={table}
      onKeyDown={onKeyDown}
      aria-label={formatMonth(month)}
      aria-busy={loading}
      className={cn('w-full table-fixed border-collapse', loading && 'opacity-60')}
    >
      <thead>
        <tr>
          {weekdays.map(({ iso, name, short }) => (
            <th key={iso} scope="col" className="pb-2 text-xs font-semibold text-muted">
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
        {weeksOf(grid).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const entries = days.get(day) ?? [];
              const outside = monthOf(day) !== month;
              const isToday = day === today;
              const past = day < today;
              return (
                <td
                  key={day}
                  className={cn(
                    'relative h-16 border border-line p-0 align-top sm:h-28',
                    outside ? 'bg-sunken' : 'bg-cloth',
                    isToday && 'bg-woad-soft',
                  )}
                >
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === tabStop ? 0 : -1}
                    aria-current={isToday ? 'date' : undefined}
                    aria-label={`${formatDay(day, 'long')}${
                      entries.length > 0 ? `, ${countText(entries)}` : ''
                    }${past ? '' : '. Schedule a post on this day'}`}
                    onClick={() => onDay(day)}
                    className="absolute inset-0 flex items-start justify-start p-1.5 text-xs transition-colors hover:bg-woad-soft/60 focus-visible:z-10 focus-visible:-outline-offset-2 sm:p-2 sm:text-sm"
                  >
                    <span
                      className={cn(
                        'grid size-6 place-items-center rounded-full tabular',
                        isToday ? 'bg-woad font-bold text-on-woad' : 'text-ink',
                        !isToday && (outside || past) && 'text-muted',
                      )}
                    >
                      {Number(day.slice(8))}
                    </span>
                  </button>
                  {entries.length > 0 ? (
                    <div className="pointer-events-none relative mt-8 flex flex-wrap items-center gap-1 px-1.5 pb-1 sm:mt-10 sm:grid sm:gap-0.5">
                      {entries.slice(0, DOTS).map((entry) => (
                        <EntryDot
                          key={entryKey(entry)}
                          entry={entry}
                          timeZone={timeZone}
                          onPost={onPost}
                          onOccurrence={onOccurrence}
                        />
                      ))}
                      {entries.length > DOTS ? (
                        <button
                          type="button"
                          onClick={() => onMore(day)}
                          aria-label={`+${entries.length - DOTS}, all ${countText(entries)} of ${formatDay(day, 'long')}`}
                          className="pointer-events-auto justify-self-start rounded-sm px-1 text-xs font-bold text-woad hover:underline"
                        >
                          +{entries.length - DOTS}
                        </button>
                      ) : null}
                    </div>
                  ) : null}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * On a phone only the dot, which the day's own button covers; from 640 px the dot with time and words. What a recurring
 * schedule will bring is outlined, because it is no post yet.
 */
function EntryDot({
  entry,
  timeZone,
  onPost,
  onOccurrence,
}: {
  entry: CalendarEntry;
  timeZone: string;
  onPost(id: string): void;
  onOccurrence(): void;
}) {
  const isPost = entry.kind === 'post';
  const caption = isPost ? entry.post.caption : entry.occurrence.caption;
  const dot = isPost ? (
    <StatusShape status={shownStatus(entry.post)} className="size-2.5" />
  ) : (
    <Repeat className="size-2.5 shrink-0 text-woad" aria-hidden="true" />
  );
  return (
    <>
      <span aria-hidden="true" className="sm:hidden">
        {dot}
      </span>
      <button
        type="button"
        onClick={() => (isPost ? onPost(entry.post.id) : onOccurrence())}
        title={isPost ? excerpt(entry.post.caption, 120) : 'From a recurring schedule'}
        className={cn(
          'pointer-events-auto hidden min-h-6 w-full items-center gap-1.5 overflow-hidden rounded-sm px-1 text-left text-xs hover:bg-cloth hover:shadow-soft sm:flex',
          !isPost && 'border border-dashed border-line-strong',
        )}
      >
        {dot}
        <span className="sr-only">{isPost ? statusLabels[shownStatus(entry.post)] : 'Recurring'},</span>
        <span className="shrink-0 font-semibold tabular">{formatTime(entry.at, timeZone)}</span>
        <span className="sr-only text-muted lg:not-sr-only lg:truncate">
          {caption === null ? 'Recurring' : excerpt(caption, 60)}
        </span>
      </button>
    </>
  );
}
