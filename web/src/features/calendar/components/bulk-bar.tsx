import { CalendarClock, CalendarX2, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { Button, Popover, PopoverContent, PopoverTrigger } from '#ui/index.ts';
import { calendarTexts } from '../texts.ts';

/** Days that posts are most often moved by. */
const STEPS = [1, 7, 14, -1, -7] as const;

/** What can be done with the chosen posts. It takes the place of the tray. */
export function BulkBar({
  count,
  left,
  onAll,
  onShift,
  onUnschedule,
  onDelete,
  onClose,
}: {
  count: number;
  /** Posts of the shown days that can be changed and are not chosen. */
  left: number;
  onAll(): void;
  onShift(days: number): void;
  onUnschedule(): void;
  onDelete(): void;
  onClose(): void;
}) {
  const [shifting, setShifting] = useState(false);
  const none = count === 0;
  return (
    <div
      role="toolbar"
      data-docked
      aria-label="Selected posts"
      className="sticky bottom-3 z-30 mt-4 flex flex-wrap items-center gap-2 rounded-card border border-line bg-cloth px-3 py-2 shadow-lift"
    >
      <p className="mr-auto pl-1 text-sm font-semibold tabular" role="status">
        {none ? calendarTexts.selectNone : calendarTexts.selected(count)}
      </p>
      {/* It stays, so that the focus does. */}
      <Button variant="link" size="sm" aria-disabled={left === 0} onClick={onAll}>
        {calendarTexts.selectAll}
      </Button>
      <Popover open={shifting} onOpenChange={setShifting}>
        <PopoverTrigger asChild>
          <Button variant="secondary" size="sm" disabled={none}>
            <CalendarClock aria-hidden="true" />
            Reschedule
          </Button>
        </PopoverTrigger>
        <PopoverContent align="center" side="top" aria-label="Move the selected posts" className="w-56 p-2">
          <ul className="grid">
            {STEPS.map((days) => (
              <li key={days}>
                <Button
                  variant="ghost"
                  size="sm"
                  className="w-full justify-start"
                  onClick={() => {
                    setShifting(false);
                    onShift(days);
                  }}
                >
                  {calendarTexts.shift(days)}
                </Button>
              </li>
            ))}
          </ul>
          <p className="px-3 pt-1 pb-1 text-xs text-muted">Each post keeps its time of day.</p>
        </PopoverContent>
      </Popover>
      <Button variant="secondary" size="sm" disabled={none} onClick={onUnschedule}>
        <CalendarX2 aria-hidden="true" />
        Unschedule
      </Button>
      <Button variant="danger-quiet" size="sm" disabled={none} onClick={onDelete}>
        <Trash2 aria-hidden="true" />
        Delete
      </Button>
      <Button variant="ghost" size="icon-sm" aria-label="Stop selecting" onClick={onClose}>
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}
