import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#lib/cn.ts';
import { Spinner } from './spinner.tsx';

export const buttonStyles = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-semibold whitespace-nowrap transition-[background-color,border-color,color,box-shadow,transform] select-none active:translate-y-px disabled:pointer-events-none disabled:opacity-55 aria-disabled:pointer-events-none aria-disabled:opacity-55 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-woad text-on-woad hover:bg-woad-hover',
        secondary: 'border border-line bg-cloth text-ink hover:border-line-strong hover:bg-sunken',
        soft: 'bg-woad-soft text-woad hover:bg-woad hover:text-on-woad',
        ghost: 'text-ink hover:bg-sunken',
        danger: 'bg-madder text-on-madder hover:bg-madder-hover',
        'danger-quiet': 'border border-line bg-cloth text-madder hover:border-madder hover:bg-madder-soft',
        link: 'h-auto rounded-sm px-0 text-woad underline decoration-1 underline-offset-4 hover:decoration-2',
        band: 'bg-on-band text-band hover:bg-white',
      },
      size: {
        sm: 'h-8 px-3 text-sm touch:h-11 [&_svg]:size-4',
        md: 'h-10 px-4 text-sm touch:h-11 [&_svg]:size-4',
        lg: 'h-12 px-6 text-base [&_svg]:size-5',
        icon: 'size-10 touch:size-11 [&_svg]:size-5',
        'icon-sm': 'size-8 touch:size-11 [&_svg]:size-4',
      },
      /** One of several that can be chosen, and is: it looks so under a pointer as well. */
      chosen: { true: 'border-woad bg-woad-soft text-woad hover:border-woad hover:bg-woad-soft' },
    },
    compoundVariants: [{ variant: 'link', className: 'h-auto px-0 touch:h-auto' }],
    defaultVariants: { variant: 'primary', size: 'md' },
  },
);

export type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonStyles> & {
    /** Renders the single child (a link for example) with the look of a button. */
    asChild?: boolean;
    /** The action runs: the button says this text, and does nothing when it is pressed. It keeps the focus, unlike a disabled one. */
    pending?: boolean;
    pendingText?: ReactNode;
    /** There is nothing to do for now: as if disabled, but whoever has just pressed it keeps their place. */
    idle?: boolean;
  };

export function Button({
  className,
  variant,
  size,
  chosen,
  asChild = false,
  pending = false,
  pendingText,
  idle = false,
  type,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const classes = cn(buttonStyles({ variant, size, chosen }), className);
  if (asChild) {
    return (
      <Slot.Root className={classes} onClick={onClick} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  const isHeld = pending || idle;
  return (
    <button
      type={type ?? 'button'}
      className={classes}
      aria-disabled={isHeld || undefined}
      aria-busy={pending || undefined}
      // Submits no form either, not even by Enter in one of its fields.
      onClick={isHeld ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {pending ? (
        <>
          <Spinner />
          {pendingText ?? children}
        </>
      ) : (
        children
      )}
    </button>
  );
}
