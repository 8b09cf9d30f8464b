import type { ReactNode, RefObject } from 'react';
import { cn } from '#lib/cn.ts';
import { Popover, PopoverAnchor, PopoverContent, type PopoverContentProps } from './popover.tsx';

export type FieldPopoverProps = Omit<PopoverContentProps, 'inPlace' | 'align'> & {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** The box around the field. */
  box: RefObject<HTMLDivElement | null>;
  boxClassName?: string | undefined;
  field: ReactNode;
};

/** What can be picked for a field, below it. The focus stays in the field, and a click there leaves it open. */
export function FieldPopover({ open, onOpenChange, box, boxClassName, field, ...content }: FieldPopoverProps) {
  return (
    <Popover open={open} onOpenChange={onOpenChange}>
      <PopoverAnchor asChild>
        <div ref={box} className={cn('relative', boxClassName)}>
          {field}
        </div>
      </PopoverAnchor>
      <PopoverContent
        inPlace
        align="start"
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onInteractOutside={(event) => {
          if (box.current?.contains(event.target as Node)) {
            event.preventDefault();
          }
        }}
        {...content}
      />
    </Popover>
  );
}
