import { Checkbox as CheckboxPrimitive, Switch as SwitchPrimitive } from 'radix-ui';
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

export function Switch({ className, ...rest }: ComponentProps<typeof SwitchPrimitive.Root>) {
  return (
    <SwitchPrimitive.Root
      className={cn(
        'relative inline-flex h-6 w-11 shrink-0 items-center rounded-full border border-line-strong bg-sunken p-0.5 transition-colors before:absolute before:-inset-2.5 data-[state=checked]:border-woad data-[state=checked]:bg-woad disabled:opacity-50',
        className,
      )}
      {...rest}
    >
      <SwitchPrimitive.Thumb className="block size-4.5 rounded-full bg-line-strong transition-[transform,background-color] data-[state=checked]:translate-x-5 data-[state=checked]:bg-on-woad" />
    </SwitchPrimitive.Root>
  );
}
