import { Plus } from 'lucide-react';
import { dayHeading } from '#lib/format.ts';
import type { Day } from '#lib/month-grid.ts';
import { Button } from '#ui/index.ts';
import { useCalendarActions, useCalendarModel } from '../calendar-context.ts';
import { calendarTexts } from '../texts.ts';
import { EntryRows } from './entry-row.tsx';

/** On a phone: the day that was tapped in the month, with everything in it. */
export function DayAgenda({ day }: { day: Day }) {
  const { days, today } = useCalendarModel();
  const { compose } = useCalendarActions();
  const entries = days.get(day) ?? [];
  return (
    <section aria-labelledby="open-day" className="pt-4">
      <div className="flex items-center gap-2 border-b border-line pb-2">
        <h3 id="open-day" aria-live="polite" className="mr-auto font-bold">
          {dayHeading(day, today)}
        </h3>
        {day >= today ? (
          <Button variant="soft" size="sm" onClick={() => compose(day)}>
            <Plus aria-hidden="true" />
            Add post
          </Button>
        ) : null}
      </div>
      {entries.length > 0 ? (
        <EntryRows entries={entries} className="-mx-2" />
      ) : (
        <p className="py-4 text-sm text-muted">{calendarTexts.day[day >= today ? 'addable' : 'over']}</p>
      )}
    </section>
  );
}
