import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { cn } from '#lib/cn.ts';
import { monthNames } from '#lib/format.ts';
import type { Month } from '#lib/month-grid.ts';
import { Button, Popover, PopoverContent, PopoverTrigger, type ButtonProps } from '#ui/index.ts';

/** Any month of any year in three clicks. Open from the start: it is rendered when it is first asked for. */
export function MonthPicker({
  trigger,
  month,
  present,
  onMonth,
}: {
  trigger: ReactElement<ButtonProps>;
  month: Month;
  present: Month;
  onMonth(month: Month): void;
}) {
  const [open, setOpen] = useState(true);
  const [year, setYear] = useState(() => Number(month.slice(0, 4)));
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setYear(Number(month.slice(0, 4)));
      }}
    >
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent align="start" aria-label="Choose a month" className="w-72">
        <div className="flex items-center justify-between pb-3">
          <Button variant="ghost" size="icon-sm" aria-label="Previous year" onClick={() => setYear(year - 1)}>
            <ChevronLeft aria-hidden="true" />
          </Button>
          <span className="font-bold tabular" aria-live="polite">
            {year}
          </span>
          <Button variant="ghost" size="icon-sm" aria-label="Next year" onClick={() => setYear(year + 1)}>
            <ChevronRight aria-hidden="true" />
          </Button>
        </div>
        <ul className="grid grid-cols-3 gap-1">
          {monthNames.map(({ name, short }, index) => {
            const one: Month = `${year}-${String(index + 1).padStart(2, '0')}`;
            return (
              <li key={name}>
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={`${name} ${year}`}
                  aria-pressed={one === month}
                  onClick={() => {
                    setOpen(false);
                    onMonth(one);
                  }}
                  className={cn('w-full', one === present && 'text-woad', one === month && 'bg-woad-soft text-woad')}
                >
                  {short}
                </Button>
              </li>
            );
          })}
        </ul>
      </PopoverContent>
    </Popover>
  );
}
