import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { cn } from '#lib/cn.ts';
import { dayHeading, formatMonth } from '#lib/format.ts';
import { shiftMonth, type Day, type Month } from '#lib/month-grid.ts';
import { Button } from '#ui/index.ts';
import { useCalendarModel } from '../calendar-context.ts';
import { countText } from '../calendar-entries.ts';
import { agendaOf } from '../day-view.ts';
import { EntryRow } from './entry-row.tsx';

/** The month as a list under the headings of its days. */
export function AgendaList({
  month,
  loading,
  empty,
  onMonth,
}: {
  month: Month;
  loading: boolean;
  empty: ReactNode;
  onMonth(month: Month): void;
}) {
  const { days, today } = useCalendarModel();
  const { earlier, coming } = agendaOf(days, month, today);
  const [isEarlierShown, setEarlierShown] = useState(false);
  const next = shiftMonth(month, 1);
  if (!loading && earlier.length + coming.length === 0) {
    return empty;
  }
  return (
    <div aria-busy={loading} className="grid gap-1">
      <h2 className="px-2 text-lg font-bold">Scheduled Posts</h2>
      {earlier.length > 0 ? (
        <div>
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={isEarlierShown}
            onClick={() => setEarlierShown((shown) => !shown)}
            className="text-muted"
          >
            <ChevronDown className={cn('transition-transform', !isEarlierShown && '-rotate-90')} aria-hidden="true" />
            Earlier in {formatMonth(month)}: {countText(earlier.flatMap((day) => days.get(day) ?? []))}
          </Button>
          {isEarlierShown ? <Days days={earlier} /> : null}
        </div>
      ) : null}
      {coming.length > 0 ? (
        <Days days={coming} />
      ) : (
        <p className="px-2 py-6 text-sm text-muted">Nothing more is planned in {formatMonth(month)}.</p>
      )}
      <div className="pt-2">
        <Button variant="secondary" size="sm" onClick={() => onMonth(next)}>
          {formatMonth(next)}
          <ChevronRight aria-hidden="true" />
        </Button>
      </div>
    </div>
  );
}

function Days({ days: shown }: { days: readonly Day[] }) {
  const { days, today } = useCalendarModel();
  return shown.map((day) => (
    // Days out of sight are not laid out: a month of hundreds of posts opens at once.
    <section
      key={day}
      aria-labelledby={`day-${day}`}
      className="[contain-intrinsic-size:auto_20rem] [content-visibility:auto]"
    >
      <h3
        id={`day-${day}`}
        className={cn(
          'border-b border-line px-2 pt-4 pb-1.5 text-sm font-semibold',
          day === today ? 'text-woad' : 'text-muted',
        )}
      >
        {dayHeading(day, today)}
      </h3>
      <ul className="grid divide-y divide-line">
        {days.get(day)?.map((entry) => (
          <EntryRow key={entry.key} entry={entry} />
        ))}
      </ul>
    </section>
  ));
}
