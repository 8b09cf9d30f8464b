import { Checkbox as CheckboxPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#lib/cn.ts';

/** A box to tick. Its hit area is 24 px (44 px on touch) although the box is 20. */
export function Checkbox({ className, ...rest }: ComponentProps<typeof CheckboxPrimitive.Root>) {
  return (
    <CheckboxPrimitive.Root
      className={cn(
        'relative grid size-5 shrink-0 place-items-center rounded-sm border border-line-strong bg-cloth transition-colors before:absolute before:-inset-0.5 data-[state=checked]:border-woad data-[state=checked]:bg-woad data-[state=checked]:text-on-woad disabled:opacity-50 touch:before:-inset-3',
        className,
      )}
      {...rest}
    >
      <CheckboxPrimitive.Indicator>
        <svg viewBox="0 0 12 12" className="size-3" fill="none" aria-hidden="true">
          <path
            d="m2 6.4 2.6 2.6L10 3.4"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </CheckboxPrimitive.Indicator>
    </CheckboxPrimitive.Root>
  );
}
