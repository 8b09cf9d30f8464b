import { Switch as SwitchPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#lib/cn.ts';

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
