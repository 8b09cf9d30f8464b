import { Repeat } from 'lucide-react';
import { postStatuses, StatusDot } from '#ui/index.ts';
import type { Day } from '#lib/month-grid.ts';
import { statusOf, type CalendarEntry } from '#data/calendar-entries.ts';

/** What the shapes mean. Failed, attention and recurring are named only where there are some. */
export function Legend({ days }: { days: ReadonlyMap<Day, readonly CalendarEntry[]> }) {
  const visible = new Set([...days.values()].flat().map(statusOf));
  const shown = [
    ...postStatuses.filter((status) => status !== 'failed' || visible.has('failed')),
    ...(visible.has('attention') ? (['attention'] as const) : []),
  ];
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-5 gap-y-2">
      {shown.map((status) => (
        <li key={status}>
          <StatusDot status={status} />
        </li>
      ))}
      {visible.has('recurring') ? (
        <li className="inline-flex items-center gap-1.5 text-xs font-medium text-muted">
          <Repeat className="size-3" aria-hidden="true" />
          Recurring, not a post yet
        </li>
      ) : null}
    </ul>
  );
}
