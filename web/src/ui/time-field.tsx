import { useId, useLayoutEffect, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';
import { cn } from '#lib/cn.ts';
import { formatClock, ownClock } from '#lib/format.ts';
import { parseClock } from '#lib/typed-when.ts';
import { Input } from './input.tsx';
import { Popover, PopoverAnchor, PopoverContent } from './popover.tsx';

const DAY_MINUTES = 24 * 60;

export type TimeFieldProps = Omit<
  ComponentProps<typeof Input>,
  'type' | 'value' | 'defaultValue' | 'onChange' | 'min' | 'max' | 'step'
> & {
  /** 'HH:MM', or empty while none is chosen. */
  value: string;
  onChange(time: string): void;
  /** First and last time in the list. A typed one outside of them is handed on: the form says what is wrong. */
  min?: string;
  max?: string;
  /** Minutes between two times of the list. */
  step?: number;
};

const timesOfDay = (step: number, min: string, max: string): string[] =>
  Array.from({ length: Math.ceil(DAY_MINUTES / step) }, (_, index) => {
    const minutes = index * step;
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  }).filter((time) => time >= min && time <= max);

/**
 * A time to type ('9', '9:30 pm', '1430') or to pick from a list, on the clock that the person reads. What cannot be read as a
 * time gives way to the time before.
 */
export function TimeField({
  value,
  onChange,
  min = '00:00',
  max = '23:59',
  step = 30,
  className,
  onBlur,
  onKeyDown,
  ...rest
}: TimeFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const times = timesOfDay(step, min, max);

  /** The place in the list of a time, or of the next one after it. */
  const placeOf = (time: string) => {
    const index = times.findIndex((one) => one >= time);
    return index < 0 ? times.length - 1 : index;
  };
  const reach = typed === null ? value : (parseClock(typed, ownClock) ?? value);
  const shown = active >= 0 ? active : placeOf(reach || '09:00');
  const center = (times: HTMLElement | null) => {
    const row = times?.children[shown];
    if (times && row instanceof HTMLElement) {
      times.scrollTop = row.offsetTop - times.clientHeight / 2 + row.offsetHeight / 2;
    }
  };
  useLayoutEffect(() => center(list.current));

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (time: string) => {
    setTyped(null);
    close();
    if (time !== value) {
      onChange(time);
    }
  };
  const commit = () => {
    const time = typed === null ? null : typed.trim() === '' ? '' : parseClock(typed, ownClock);
    choose(time ?? value);
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      setOpen(true);
      // The first arrow opens at the present time, or moves on from a time that is in the list.
      setActive(open || times[shown] === reach ? Math.max(0, Math.min(times.length - 1, shown + by)) : shown);
    } else if (event.key === 'Enter' && (open || typed !== null)) {
      event.preventDefault();
      const picked = times[active];
      if (picked === undefined) {
        commit();
      } else {
        choose(picked);
      }
    }
  };

  return (
    <Popover open={open} onOpenChange={(next) => (next ? setOpen(true) : close())}>
      <PopoverAnchor asChild>
        <div ref={box} className={cn('relative', className)}>
          <Input
            {...rest}
            role="combobox"
            aria-expanded={open}
            aria-haspopup="listbox"
            aria-controls={open ? id : undefined}
            aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
            aria-autocomplete="none"
            autoComplete="off"
            placeholder={rest.placeholder ?? 'Pick a time'}
            value={typed ?? (value ? formatClock(value) : '')}
            onChange={(event) => {
              setTyped(event.target.value);
              setActive(-1);
              setOpen(true);
            }}
            onClick={() => setOpen(true)}
            onKeyDown={onKey}
            onBlur={(event) => {
              commit();
              onBlur?.(event);
            }}
          />
        </div>
      </PopoverAnchor>
      <PopoverContent
        inPlace
        role="presentation"
        align="start"
        className="w-(--radix-popover-trigger-width) min-w-32 p-1"
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onInteractOutside={(event) => {
          if (box.current?.contains(event.target as Node)) {
            event.preventDefault();
          }
        }}
      >
        <div
          // The list comes a moment after it was opened.
          ref={(element) => {
            list.current = element;
            center(element);
          }}
          id={id}
          role="listbox"
          aria-label="Times"
          tabIndex={-1}
          // The focus stays in the box, which takes the keys.
          onMouseDown={(event) => event.preventDefault()}
          className="relative max-h-56 overflow-y-auto overscroll-contain"
        >
          {times.map((time, index) => (
            <div
              key={time}
              id={`${id}-${index}`}
              role="option"
              aria-selected={time === value}
              onClick={() => choose(time)}
              className={cn(
                'flex min-h-9 cursor-default items-center rounded-control px-2.5 text-sm tabular hover:bg-sunken touch:min-h-11',
                index === active && 'bg-woad-soft',
                time === value && 'font-bold text-woad',
              )}
            >
              {formatClock(time)}
            </div>
          ))}
        </div>
      </PopoverContent>
    </Popover>
  );
}
