import { ChevronDown, ChevronRight, Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { cn } from '#lib/cn.ts';
import { dayHeading, formatMonth } from '#lib/format.ts';
import { shiftMonth, type Day, type Month } from '#lib/month-grid.ts';
import { Button, SkeletonGroup, SkeletonRows } from '#ui/index.ts';
import { useCalendarActions, useCalendarModel } from '../calendar-context.ts';
import { countText, type CalendarEntry } from '#data/calendar-entries.ts';
import { agendaOf, daysWithin } from '../day-view.ts';
import { calendarTexts } from '../texts.ts';
import { EntryRows } from './entry-row.tsx';

/** Rows that are rendered at first, and more of them at a time. */
const ROWS = 40;

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
  const { compose } = useCalendarActions();
  const { earlier, coming } = agendaOf(days, month, today);
  const [isEarlierShown, setEarlierShown] = useState(false);
  const [limit, setLimit] = useState(ROWS);
  const shown = daysWithin(coming, days, limit);
  const next = shiftMonth(month, 1);
  if (earlier.length + coming.length === 0) {
    return loading ? (
      <SkeletonGroup text="Loading schedule..." className="grid gap-2">
        <SkeletonRows count={6} className="h-16" />
      </SkeletonGroup>
    ) : (
      empty
    );
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
            {calendarTexts.earlierIn(formatMonth(month), countText(earlier.flatMap((day) => days.get(day) ?? [])))}
          </Button>
          {isEarlierShown ? <Days days={earlier} /> : null}
        </div>
      ) : null}
      {coming.length > 0 ? (
        <>
          <Days days={shown} />
          {shown.length < coming.length ? <More key={limit} onReached={() => setLimit((now) => now + ROWS)} /> : null}
        </>
      ) : (
        <p className="flex flex-wrap items-center gap-3 px-2 py-6 text-sm text-muted">
          {calendarTexts.nothingMore(formatMonth(month))}
          <Button variant="soft" size="sm" onClick={() => compose(today)}>
            <Plus aria-hidden="true" />
            Schedule New Post
          </Button>
        </p>
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

/**
 * The rest of the list is rendered when its end comes near: a month of hundreds of posts opens at once. Told once, even if the
 * end is still near after that: what comes after it has a `More` of its own.
 */
function More({ onReached }: { onReached(): void }) {
  const end = useRef<HTMLDivElement>(null);
  const reached = useEffectEvent(onReached);
  useEffect(() => {
    if (!end.current) {
      return undefined;
    }
    const observer = new IntersectionObserver(([entry]) => (entry?.isIntersecting ? reached() : undefined), {
      rootMargin: '600px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={end} className="pt-2">
      <Button variant="secondary" size="sm" onClick={onReached}>
        Show more
      </Button>
    </div>
  );
}

const none: readonly CalendarEntry[] = [];

function Days({ days: some }: { days: readonly Day[] }) {
  const { days, today } = useCalendarModel();
  return some.map((day) => (
    <section key={day} aria-labelledby={`day-${day}`}>
      <h3
        id={`day-${day}`}
        className={cn(
          'border-b border-line px-2 pt-4 pb-1.5 text-sm font-semibold',
          day === today ? 'text-woad' : 'text-muted',
        )}
      >
        {dayHeading(day, today)}
      </h3>
      <EntryRows entries={days.get(day) ?? none} />
    </section>
  ));
}
