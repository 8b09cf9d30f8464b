import { Check } from 'lucide-react';
import { useId, useLayoutEffect, useMemo, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';
import { cn } from '#lib/cn.ts';
import { findTimeZones, offsetOf, placeOf, timeZoneOptions } from '#lib/time-zones.ts';
import { Input, Popover, PopoverAnchor, PopoverContent } from '#ui/index.ts';

export type TimeZoneFieldProps = Omit<ComponentProps<typeof Input>, 'type' | 'value' | 'defaultValue' | 'onChange'> & {
  value: string;
  onChange(timeZone: string): void;
};

/** A time zone by its city: type to search, arrows and Enter to choose. What is not a zone gives way to the one before. */
export function TimeZoneField({ value, onChange, className, onBlur, ...rest }: TimeZoneFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  // Naming 400 zones takes a moment: not before somebody looks.
  const options = useMemo(() => (open ? timeZoneOptions(new Date(), value) : []), [open, value]);
  const found = useMemo(() => findTimeZones(options, typed ?? ''), [options, typed]);
  const marked = active ?? (typed ? 0 : found.findIndex((option) => option.value === value));
  useLayoutEffect(() => {
    const row = list.current?.children[marked];
    if (open && list.current && row instanceof HTMLElement) {
      list.current.scrollTop = row.offsetTop - list.current.clientHeight / 2 + row.offsetHeight / 2;
    }
  }, [open, marked]);

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
    } else if (event.key === 'Escape' && open) {
      // Closes the list alone, not the dialog around it.
      event.stopPropagation();
      close();
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
            aria-activedescendant={open && marked >= 0 ? `${id}-${marked}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            placeholder="Search for a city"
            value={typed ?? `${placeOf(value)} (${offsetOf(value, new Date())})`}
            onChange={(event) => {
              setTyped(event.target.value);
              setActive(null);
              setOpen(true);
            }}
            onFocus={(event) => event.target.select()}
            onClick={() => setOpen(true)}
            onKeyDown={onKey}
            onBlur={(event) => {
              close();
              onBlur?.(event);
            }}
          />
        </div>
      </PopoverAnchor>
      <PopoverContent
        inPlace
        role="presentation"
        align="start"
        className="w-(--radix-popover-trigger-width) min-w-64 p-1"
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onInteractOutside={(event) => {
          if (box.current?.contains(event.target as Node)) {
            event.preventDefault();
          }
        }}
      >
        <div
          ref={list}
          id={id}
          role="listbox"
          aria-label="Time zones"
          tabIndex={-1}
          // The focus stays in the box, which takes the keys.
          onMouseDown={(event) => event.preventDefault()}
          className="relative max-h-64 overflow-y-auto overscroll-contain"
        >
          {found.map((option, index) => (
            <div
              key={option.value}
              id={`${id}-${index}`}
              role="option"
              aria-selected={option.value === value}
              onClick={() => choose(option.value)}
              className={cn(
                'flex min-h-9 cursor-default items-center gap-2 rounded-control px-2.5 text-sm hover:bg-sunken touch:min-h-11',
                index === marked && 'bg-woad-soft',
              )}
            >
              <span className="min-w-0 flex-1 truncate">
                <span className="font-semibold">{option.city}</span> <span className="text-muted">{option.detail}</span>
              </span>
              {option.value === value ? <Check className="size-4 shrink-0 text-woad" aria-hidden="true" /> : null}
            </div>
          ))}
        </div>
        {found.length === 0 ? (
          <p role="status" className="px-2.5 py-3 text-sm text-muted">
            No city is called that. Try the next larger one.
          </p>
        ) : null}
      </PopoverContent>
    </Popover>
  );
}
