import { Check } from 'lucide-react';
import { useMemo, useState, type ComponentProps, type KeyboardEvent } from 'react';
import { findTimeZones, timeZoneOptions, timeZoneText, type TimeZoneOption } from '#lib/time-zones.ts';
import { Combobox, type Input } from '#ui/index.ts';

export type TimeZoneFieldProps = Omit<ComponentProps<typeof Input>, 'type' | 'value' | 'defaultValue' | 'onChange'> & {
  value: string;
  onChange(timeZone: string): void;
};

/** A time zone by its city: type to search, arrows and Enter to choose. What is not a zone gives way to the one before. */
export function TimeZoneField({ value, onChange, className, onBlur, ...rest }: TimeZoneFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  // Naming 400 zones takes a moment: not before somebody looks.
  const options = useMemo(() => (open ? timeZoneOptions(new Date(), value) : []), [open, value]);
  const found = useMemo(() => findTimeZones(options, typed ?? ''), [options, typed]);
  const marked = active ?? (typed ? 0 : found.findIndex((option) => option.value === value));

  const close = () => {
    setTyped(null);
    setOpen(false);
    setActive(null);
  };
  const choose = (zone: string | undefined) => {
    close();
    if (zone !== undefined && zone !== value) {
      onChange(zone);
    }
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      setOpen(true);
      if (open) {
        setActive(Math.max(0, Math.min(found.length - 1, marked + by)));
      }
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      choose(found[marked]?.value);
    } else if (event.key === 'Tab') {
      // The city that is marked is the one that was typed.
      choose(typed ? found[marked]?.value : undefined);
    }
  };

  return (
    <Combobox
      {...rest}
      className={className}
      aria-autocomplete="list"
      spellCheck={false}
      placeholder="Search for a city"
      value={typed ?? timeZoneText(value)}
      open={open}
      onOpenChange={(next) => (next ? setOpen(true) : close())}
      listLabel="Time zones"
      listClassName="min-w-64"
      options={found.map((option) => ({
        key: option.value,
        content: <City option={option} isChosen={option.value === value} />,
        isChosen: option.value === value,
      }))}
      active={marked}
      middle={marked}
      onPick={(place) => choose(found[place]?.value)}
      empty={
        <p role="status" className="px-2.5 py-3 text-sm text-muted">
          No city found. Try a larger city nearby.
        </p>
      }
      onChange={(event) => {
        setTyped(event.target.value);
        setActive(null);
        setOpen(true);
      }}
      onFocus={(event) => event.target.select()}
      onKeyDown={onKey}
      onBlur={(event) => {
        close();
        onBlur?.(event);
      }}
    />
  );
}

function City({ option, isChosen }: { option: TimeZoneOption; isChosen: boolean }) {
  return (
    <>
      <span className="min-w-0 flex-1 truncate">
        <span className="font-semibold">{option.city}</span> <span className="text-muted">{option.detail}</span>
      </span>
      {isChosen ? <Check className="size-4 shrink-0 text-woad" aria-hidden="true" /> : null}
    </>
  );
}
