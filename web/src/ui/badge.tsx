import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from '#lib/cn.ts';

const styles = cva(
  'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap [&_svg]:size-3',
  {
    variants: {
      tone: {
        primary: 'bg-woad text-on-woad',
        woad: 'bg-woad-soft text-woad',
        moss: 'bg-moss-soft text-moss',
        weld: 'bg-weld-soft text-weld',
        madder: 'bg-madder-soft text-madder',
        flax: 'bg-flax-soft text-flax',
        outline: 'border border-line bg-cloth text-muted',
      },
    },
    defaultVariants: { tone: 'flax' },
  },
);

export function Badge({ className, tone, ...rest }: ComponentProps<'span'> & VariantProps<typeof styles>) {
  return <span className={cn(styles({ tone }), className)} {...rest} />;
}
