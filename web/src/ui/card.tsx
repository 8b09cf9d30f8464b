import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#lib/cn.ts';

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section className={cn('rounded-card border border-line bg-cloth', className)} {...rest} />;
}

export type CardHeaderProps = {
  title: ReactNode;
  description?: ReactNode;
  /** Heading level in the page's outline. */
  level?: 2 | 3;
  action?: ReactNode;
  className?: string;
  id?: string;
};

export function CardHeader({ title, description, level = 2, action, className, id }: CardHeaderProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className={cn('flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-4', className)}>
      <div className="grid gap-0.5">
        <Heading id={id} className="text-lg font-bold">
          {title}
        </Heading>
        {description ? <p className="max-w-[68ch] text-sm text-muted">{description}</p> : null}
      </div>
      {action}
    </div>
  );
}

export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cn('px-5 pt-3 pb-5', className)} {...rest} />;
}
