import { useId, useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { cn } from '#lib/cn.ts';
import { FieldPopover } from './field-popover.tsx';
import { Input } from './input.tsx';

export type ComboboxOption = { key: string; content: ReactNode; isChosen: boolean };

export type ComboboxProps = ComponentProps<typeof Input> & {
  open: boolean;
  onOpenChange(open: boolean): void;
  options: readonly ComboboxOption[];
  /** What the list is called. */
  listLabel: string;
  listClassName?: string;
  /** The option that the keys have reached; -1 while they have reached none. */
  active: number;
  /** The option that is scrolled to the middle. */
  middle: number;
  onPick(place: number): void;
  /** Shown when there is no option. */
  empty?: ReactNode;
};

/** A box to type in with a list to pick from below it. Its owner says what typing, the keys and leaving do. */
export function Combobox({
  open,
  onOpenChange,
  options,
  listLabel,
  listClassName,
  active,
  middle,
  onPick,
  empty,
  className,
  ...input
}: ComboboxProps) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  return (
    <FieldPopover
      open={open}
      onOpenChange={onOpenChange}
      box={box}
      boxClassName={className}
      role="presentation"
      className={cn('w-(--radix-popover-trigger-width) p-1', listClassName)}
      field={
        <Input
          aria-autocomplete="none"
          {...input}
          role="combobox"
          aria-expanded={open}
          aria-haspopup="listbox"
          aria-controls={open ? id : undefined}
          aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
          autoComplete="off"
          onClick={() => onOpenChange(true)}
        />
      }
    >
      <Options id={id} label={listLabel} options={options} active={active} middle={middle} onPick={onPick} />
      {options.length === 0 ? empty : null}
    </FieldPopover>
  );
}

type OptionsProps = Pick<ComboboxProps, 'options' | 'active' | 'middle' | 'onPick'> & { id: string; label: string };

function Options({ id, label, options, active, middle, onPick }: OptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const row = list.current?.children[middle];
    if (list.current && row instanceof HTMLElement) {
      list.current.scrollTop = row.offsetTop - list.current.clientHeight / 2 + row.offsetHeight / 2;
    }
  }, [middle, options.length]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      tabIndex={-1}
      // The focus stays in the box, which takes the keys.
      onMouseDown={(event) => event.preventDefault()}
      className="relative max-h-60 overflow-y-auto overscroll-contain"
    >
      {options.map(({ key, content, isChosen }, place) => (
        <div
          key={key}
          id={`${id}-${place}`}
          role="option"
          aria-selected={isChosen}
          onClick={() => onPick(place)}
          className={cn(
            'flex min-h-9 cursor-default items-center gap-2 rounded-control px-2.5 text-sm hover:bg-sunken touch:min-h-11',
            place === active && 'bg-woad-soft',
          )}
        >
          {content}
        </div>
      ))}
    </div>
  );
}
