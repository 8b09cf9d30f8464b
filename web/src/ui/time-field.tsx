import { useState, type ComponentProps, type KeyboardEvent } from 'react';
import { cn } from '#lib/cn.ts';
import { formatClock, ownClock } from '#lib/format.ts';
import { parseClock } from '#lib/typed-when.ts';
import { Combobox } from './combobox.tsx';
import type { Input } from './input.tsx';

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
  const times = timesOfDay(step, min, max);

  /** The place in the list of a time, or of the next one after it. */
  const placeOf = (time: string) => {
    const index = times.findIndex((one) => one >= time);
    return index < 0 ? times.length - 1 : index;
  };
  const reach = typed === null ? value : (parseClock(typed, ownClock) ?? value);
  const shown = active >= 0 ? active : placeOf(reach || '09:00');

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
    } else if (event.key === 'Tab') {
      // Before it leaves: what this changes on the page would otherwise go while nothing has the focus, and the dialog take it.
      commit();
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
    <Combobox
      {...rest}
      className={className}
      placeholder={rest.placeholder ?? 'Pick a time'}
      value={typed ?? (value ? formatClock(value) : '')}
      open={open}
      onOpenChange={(next) => (next ? setOpen(true) : close())}
      listLabel="Times"
      listClassName="min-w-32"
      options={times.map((time) => ({
        key: time,
        content: <span className={cn('tabular', time === value && 'font-bold text-woad')}>{formatClock(time)}</span>,
        isChosen: time === value,
      }))}
      active={active}
      middle={shown}
      onPick={(place) => choose(times[place] ?? value)}
      onChange={(event) => {
        setTyped(event.target.value);
        setActive(-1);
        setOpen(true);
      }}
      onKeyDown={onKey}
      onBlur={(event) => {
        commit();
        onBlur?.(event);
      }}
    />
  );
}
