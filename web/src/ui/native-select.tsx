import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '#lib/cn.ts';
import { controlStyles } from './input.tsx';

/** The platform's own select: for long lists (time zones) and inside forms that register their controls. */
export function NativeSelect({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className="relative block">
      <select className={cn(controlStyles, 'h-10 appearance-none truncate pr-9 pl-3 touch:h-11', className)} {...rest}>
        {children}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
        aria-hidden="true"
      />
    </span>
  );
}
