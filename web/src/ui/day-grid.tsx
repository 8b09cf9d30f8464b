import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { cn } from '#lib/cn.ts';
import { formatDate, formatMonth, weekdays } from '#lib/format.ts';
import { gridOf, monthOf, sameDayOf, shiftDay, shiftMonth, type Day } from '#lib/month-grid.ts';
import { Button } from './button.tsx';

export type DayGridProps = {
  /** The chosen day; null while there is none. */
  value: Day | null;
  onSelect(day: Day): void;
  today: Day;
  /** First and last day that can be chosen. */
  min?: Day | undefined;
  max?: Day | undefined;
};

const spoken = (day: Day) => `${weekdays[new Date(day).getUTCDay()]?.name ?? ''}, ${formatDate(day, 'UTC')}`;

const inMonth = (day: Day, months: number) => sameDayOf(shiftMonth(monthOf(day), months), day);

/** Where a key leads from a day: arrows by days and weeks, Home and End in the week, Page by months, with Shift by years. */
function moved(day: Day, { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): Day | null {
  const ofWeek = new Date(day).getUTCDay();
  switch (key) {
    case 'ArrowLeft':
      return shiftDay(day, -1);
    case 'ArrowRight':
      return shiftDay(day, 1);
    case 'ArrowUp':
      return shiftDay(day, -7);
    case 'ArrowDown':
      return shiftDay(day, 7);
    case 'Home':
      return shiftDay(day, -ofWeek);
    case 'End':
      return shiftDay(day, 6 - ofWeek);
    case 'PageUp':
      return inMonth(day, shiftKey ? -12 : -1);
    case 'PageDown':
      return inMonth(day, shiftKey ? 12 : 1);
    default:
      return null;
  }
}

/** One month of days to choose from. One day is in the tab order; the keys move it, into other months as well. */
export function DayGrid({ value, onSelect, today, min, max }: DayGridProps) {
  const within = (day: Day) => (min !== undefined && day < min ? min : max !== undefined && day > max ? max : day);
  const [active, setActive] = useState<Day>(() => within(value ?? today));
  const grid = useRef<HTMLTableSectionElement>(null);
  const follows = useRef(false);
  const month = monthOf(active);
  const days = gridOf(month);

  useEffect(() => {
    if (follows.current) {
      follows.current = false;
      grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    }
  }, [active]);

  const turn = (months: number) => setActive(within(inMonth(active, months)));
  const isOut = (months: number) => monthOf(within(inMonth(active, months))) === month;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(active, event);
    if (next !== null) {
      event.preventDefault();
      follows.current = true;
      setActive(within(next));
    }
  };

  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-2">
        <p aria-live="polite" className="pl-2 text-sm font-bold">
          {formatMonth(month)}
        </p>
        <div className="flex">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Previous month"
            disabled={isOut(-1)}
            onClick={() => turn(-1)}
          >
            <ChevronLeft aria-hidden="true" />
          </Button>
          <Button variant="ghost" size="icon-sm" aria-label="Next month" disabled={isOut(1)} onClick={() => turn(1)}>
            <ChevronRight aria-hidden="true" />
          </Button>
        </div>
      </div>
      <table role="grid" aria-label={formatMonth(month)} className="w-full table-fixed">
        <thead>
          <tr>
            {weekdays.map(({ name, short }) => (
              <th key={name} scope="col" abbr={name} className="pb-1 text-xs font-medium text-muted">
                {short.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={grid} onKeyDown={onKeyDown}>
          {[0, 7, 14, 21, 28, 35].map((start) => (
            <tr key={start}>
              {days.slice(start, start + 7).map((day) => {
                const chosen = day === value;
                return (
                  <td key={day} role="gridcell" aria-selected={chosen} className="p-px">
                    <button
                      type="button"
                      tabIndex={day === active ? 0 : -1}
                      disabled={day !== within(day)}
                      aria-label={spoken(day)}
                      aria-current={day === today ? 'date' : undefined}
                      onClick={() => onSelect(day)}
                      className={cn(
                        'grid h-9 w-full place-items-center rounded-control text-sm tabular transition-colors focus-visible:outline-offset-0 touch:h-11',
                        monthOf(day) === month ? 'text-ink' : 'text-muted',
                        chosen ? 'bg-woad font-bold text-on-woad' : 'hover:bg-woad-soft',
                        day === today && !chosen && 'font-bold text-woad underline decoration-2 underline-offset-4',
                        day !== within(day) && 'cursor-not-allowed opacity-40 hover:bg-transparent',
                      )}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
