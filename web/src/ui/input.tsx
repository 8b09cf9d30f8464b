import type { ComponentProps } from 'react';
import { cn } from '#lib/cn.ts';

/** The one look of a box that takes typing; also used by the select trigger. */
export const controlStyles =
  'w-full rounded-control border border-line-strong/70 bg-cloth text-base text-ink transition-[border-color,box-shadow] placeholder:text-muted hover:border-line-strong focus-visible:border-woad focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted aria-invalid:border-madder aria-invalid:bg-madder-soft/40 sm:text-sm';

export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return <input type={type} className={cn(controlStyles, 'h-10 px-3 touch:h-11', className)} {...rest} />;
}

/** As tall as its text, from three lines up to half a screen; where a browser cannot do that, as tall as its rows. */
export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      rows={rows}
      className={cn(controlStyles, 'field-sizing-content max-h-96 min-h-20 px-3 py-2 leading-6', className)}
      {...rest}
    />
  );
}
