import { Plus } from 'lucide-react';
import { formatDay } from '#lib/format.ts';
import type { Day } from '#lib/month-grid.ts';
import { Button, Dialog, DialogContent } from '#ui/index.ts';
import { useCalendarActions, useCalendarModel } from '../calendar-context.ts';
import type { CalendarEntry } from '#data/calendar-entries.ts';
import { EntryRows } from './entry-row.tsx';

const none: readonly CalendarEntry[] = [];

/** Everything of one day. */
export function DayDialog({ day, onClose }: { day: Day; onClose(): void }) {
  const { days, today } = useCalendarModel();
  const { compose } = useCalendarActions();
  const entries = days.get(day) ?? none;
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={formatDay(day, 'long')}
        width="lg"
        footer={
          day >= today ? (
            <Button
              onClick={() => {
                onClose();
                compose(day);
              }}
            >
              <Plus aria-hidden="true" />
              Schedule New Post
            </Button>
          ) : undefined
        }
      >
        <EntryRows entries={entries} onOpen={onClose} className="-mx-2" />
      </DialogContent>
    </Dialog>
  );
}
