import { CalendarDays } from 'lucide-react';
import { useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';
import { formatDate } from '#lib/format.ts';
import { dayIn, type Day } from '#lib/month-grid.ts';
import { browserTimeZone } from '#lib/time-zones.ts';
import { parseDay } from '#lib/typed-when.ts';
import { Button } from './button.tsx';
import { DayGrid } from './day-grid.tsx';
import { FieldPopover } from './field-popover.tsx';
import { Input } from './input.tsx';
import { hasCoarsePointer } from './touch.ts';

export type DateFieldProps = Omit<
  ComponentProps<typeof Input>,
  'type' | 'value' | 'defaultValue' | 'onChange' | 'min' | 'max'
> & {
  /** 'YYYY-MM-DD', or empty while none is chosen. */
  value: string;
  onChange(day: string): void;
  /** First and last day that can be picked. A typed one outside of them is handed on: the form says what is wrong. */
  min?: Day;
  max?: Day;
  /** The present day where the date counts; the browser's by default. */
  today?: Day;
  /** Offers to leave the field empty. */
  clearable?: boolean;
};

/** The last day to pick in a field without a `max`: nobody plans that far. */
const LAST_DAY = '2100-12-31';

const ownToday = () => dayIn(browserTimeZone(), new Date());

/**
 * A date to type ('Nov 27', '11/27', 'friday') or to pick from a month. Arrow down goes into the month, Escape closes it. What cannot
 * be read as a date gives way to the date before.
 */
export function DateField({
  value,
  onChange,
  min,
  max = LAST_DAY,
  today = ownToday(),
  clearable = false,
  className,
  onBlur,
  onKeyDown,
  ...rest
}: DateFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const entersMonth = useRef(false);
  const isTouch = hasCoarsePointer();

  const show = (enter: boolean) => {
    entersMonth.current = enter;
    setOpen(true);
  };
  const focusInput = () => box.current?.querySelector('input')?.focus();
  const choose = (day: string) => {
    setTyped(null);
    setOpen(false);
    focusInput();
    onChange(day);
  };
  const commit = () => {
    if (typed === null) {
      return;
    }
    setTyped(null);
    const day = typed.trim() === '' ? '' : parseDay(typed, today);
    if (day !== null && day !== value) {
      onChange(day);
    }
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      commit();
      show(true);
    } else if (event.key === 'Tab') {
      // Before it leaves: what this changes on the page would otherwise go while nothing has the focus, and the dialog take it.
      commit();
    } else if (event.key === 'Enter' && (typed !== null || open)) {
      // The first Enter takes what was typed; the form is sent by the next.
      event.preventDefault();
      commit();
      setOpen(false);
    }
  };

  return (
    <FieldPopover
      ref={popup}
      open={open}
      onOpenChange={setOpen}
      box={box}
      boxClassName={className}
      aria-label="Choose a date"
      className="w-76 p-3"
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        if (entersMonth.current) {
          (event.currentTarget as HTMLElement).querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
        }
      }}
      onEscapeKeyDown={() => focusInput()}
      field={
        <>
          <Input
            {...rest}
            autoComplete="off"
            placeholder={rest.placeholder ?? 'Pick a date'}
            // Fingers pick; the keyboard would cover the month.
            inputMode={isTouch ? 'none' : 'text'}
            className="pr-10"
            value={typed ?? (value ? formatDate(value, 'UTC') : '')}
            onChange={(event) => setTyped(event.target.value)}
            onClick={() => show(false)}
            onKeyDown={onKey}
            onBlur={(event) => {
              commit();
              // Whoever goes into the month is still in the field.
              if (!popup.current?.contains(event.relatedTarget)) {
                onBlur?.(event);
              }
            }}
          />
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Open the calendar"
            aria-haspopup="dialog"
            aria-expanded={open}
            disabled={rest.disabled}
            className="absolute inset-y-0 right-1 my-auto text-muted touch:right-0"
            onClick={() => (open ? setOpen(false) : show(true))}
          >
            <CalendarDays aria-hidden="true" />
          </Button>
        </>
      }
    >
      <DayGrid key={value} value={value || null} onSelect={choose} today={today} min={min} max={max} />
      {clearable && value ? (
        <Button variant="ghost" size="sm" className="mt-1 w-full" onClick={() => choose('')}>
          Clear
        </Button>
      ) : null}
    </FieldPopover>
  );
}
