import { Popover as PopoverPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#lib/cn.ts';

export const Popover = PopoverPrimitive.Root;
export const PopoverAnchor = PopoverPrimitive.Anchor;
export const PopoverTrigger = PopoverPrimitive.Trigger;

export type PopoverContentProps = ComponentProps<typeof PopoverPrimitive.Content> & {
  /** Stays where it is in the document: inside a dialog, whose lock would keep what lies elsewhere from scrolling. */
  inPlace?: boolean;
};

export function PopoverContent({ className, sideOffset = 6, inPlace = false, ...rest }: PopoverContentProps) {
  const content = (
    <PopoverPrimitive.Content
      sideOffset={sideOffset}
      collisionPadding={12}
      // A class would be in the first load of every page.
      style={{ maxHeight: 'var(--radix-popover-content-available-height)' }}
      className={cn(
        'z-50 w-80 max-w-[calc(100vw-1.5rem)] animate-in-fade overflow-y-auto rounded-card border border-line bg-cloth p-4 shadow-lift focus:outline-none',
        className,
      )}
      {...rest}
    />
  );
  return inPlace ? content : <PopoverPrimitive.Portal>{content}</PopoverPrimitive.Portal>;
}
